import { describe, expect, it } from 'vitest';
import type { ActionOrder } from '../../../lib/clouds/cloud.ts';
import { ProjectId } from '../../../lib/model/ids.ts';
import { later, seconds } from '../../../lib/model/time/time.ts';
import type { Scope } from '../../../lib/simulators/runpod/http/access.ts';
import { createCluster } from '../../../lib/simulators/runpod/world/holdings.ts';
import { createPod, podOf, takeAction } from '../../../lib/simulators/runpod/world/pods.ts';
import { type Pod, statusOf } from '../../../lib/simulators/runpod/world/state.ts';
import { aPod, editor, start } from '../../simulators/runpod/an-account.ts';
import { running } from './a-watched-account.ts';

const order = ({ id }: Pick<Pod, 'id'>, more: Partial<ActionOrder> = {}): ActionOrder => ({
  kind: 'stop',
  project: ProjectId.parse('pods'),
  resource: { kind: 'vm', id },
  image: null,
  because: 'idle',
  rereadWithin: seconds(30),
  check: () => ({ kind: 'go' }),
  ...more,
});

describe('actions', () => {
  it('stop, start and delete a pod, each after reading it again', async () => {
    const { cloud, clock, world, exchanges, pod } = running();
    const status = () => world.state().pods.get(pod.id)?.life.at(-1)?.status;
    expect(await cloud.action(order(pod), clock.now)).toMatchObject({ kind: 'requested' });
    expect(status()).toBe('EXITED');
    expect(await cloud.action(order(pod, { kind: 'start' }), clock.now)).toMatchObject({ kind: 'requested' });
    expect(status()).toBe('STARTING');
    expect(await cloud.action(order(pod, { kind: 'terminate' }), clock.now)).toMatchObject({
      kind: 'requested',
    });
    expect(status()).toBe('TERMINATED');
    expect(exchanges.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v2/catalog/gpus',
      `GET /v2/pods/${pod.id}`,
      `POST /v2/pods/${pod.id}/action`,
      `GET /v2/pods/${pod.id}`,
      `POST /v2/pods/${pod.id}/action`,
      `GET /v2/pods/${pod.id}`,
      `POST /v2/pods/${pod.id}/action`,
    ]);
  });

  it.each(['stop', 'terminate'] as const)(
    'to %s are not sent where the platform does not show whether the pod is locked (invariant 1)',
    async (kind) => {
      const { cloud, clock, exchanges, pod } = running({
        change: (_, reply) =>
          JSON.parse(JSON.stringify(reply), (key, value) => (key === 'locked' ? undefined : value)),
      });
      expect(await cloud.action(order(pod, { kind }), clock.now)).toMatchObject({
        kind: 'not-sent',
        because: 'the platform does not show whether it is locked',
      });
      expect(exchanges.filter(({ method }) => method === 'POST')).toEqual([]);
    },
  );

  it('are not sent to a locked pod, to one of a cluster, or where the platform does not offer them now', async () => {
    const { cloud, clock, world, exchanges, pod } = running();
    pod.locked = true;
    expect(await cloud.action(order(pod), clock.now)).toMatchObject({
      kind: 'not-sent',
      because: 'it is locked',
    });
    pod.locked = false;
    expect(await cloud.action(order(pod, { kind: 'start' }), clock.now)).toMatchObject({
      kind: 'already-so',
    });
    const { id } = createCluster(world.state(), 'sweep');
    const node = createPod(world.state(), { ...aPod, name: 'node', cluster: { id, rank: 0 } });
    const ofCluster = order(node);
    expect(await cloud.action(ofCluster, clock.now)).toMatchObject({
      because: expect.stringContaining(`belongs to the cluster ${id}`),
    });
    const machine = order(node, { resource: { kind: 'cluster-machine', id: node.id } });
    expect(await cloud.action(machine, clock.now)).toMatchObject({ kind: 'refused' });
    expect(exchanges.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('are cancelled where the pod became busy, with what its gauges read now', async () => {
    const { cloud, clock, world, pod } = running();
    let shown: unknown;
    const check: ActionOrder['check'] = (reread) => {
      shown = reread;
      return { kind: 'cancelled', because: 'in use' };
    };
    expect(await cloud.action(order(pod, { check }), clock.now)).toMatchObject({ kind: 'cancelled' });
    expect(shown).toMatchObject({
      points: [{ gpu: { known: 4, busiest: expect.any(Number) } }],
      bootedAt: later(start, seconds(20)),
    });
    expect(statusOf(podOf(world.state(), pod.id))).toBe('RUNNING');
  });

  it('have the outcome refused for a key without the scope, and for a start whose GPUs are gone', async () => {
    const scopes = new Set<Scope>(['pods:read', 'catalog:read']);
    const reader = running({ keys: [{ key: editor.key, scopes }] });
    expect(await reader.cloud.action(order(reader.pod), reader.clock.now)).toMatchObject({
      kind: 'refused',
      isByKey: true,
      because: expect.stringContaining('lacks the scope pods:write'),
    });
    const { cloud, clock, world, pod } = running();
    takeAction(world.state(), pod.id, 'stop').place = 'refused';
    expect(await cloud.action(order(pod, { kind: 'start' }), clock.now)).toMatchObject({
      kind: 'refused',
      because: expect.stringContaining('not enough free GPUs'),
    });
  });
});

import { describe, expect, it } from 'vitest';
import { toResourceKey } from '../../../lib/model/facts/resource.ts';
import { earlier, hours, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import { createEndpoint, createVolume } from '../../../lib/simulators/runpod/world/holdings.ts';
import { createPod, takeAction } from '../../../lib/simulators/runpod/world/pods.ts';
import type { State } from '../../../lib/simulators/runpod/world/state.ts';
import { aPod, start } from '../../simulators/runpod/an-account.ts';
import { aWatchedAccount, pods } from './a-watched-account.ts';

const policy = `
version: 1
mode: enforce
caps: { per-run: 9, per-day: 30, share: 100% }
rules:
  - { name: idle pods, idle: 30m, gpu-window: 30m, then: [{ stop: after 15m, may-erase: true }] }
  - { name: unused, waste: [unmounted-volume] }
  - { name: sight, freshness: 15m }
`;
const minute = (count: number): Instant => later(start, minutes(count));
type Change = (path: string, reply: unknown) => unknown;

/** An account with an idle pod and whatever else happens; `change` holds from a minute on. */
function anAccountWith(happen: (state: State) => void, change: Change, from = 0) {
  const stops: number[] = [];
  const watched = aWatchedAccount({
    policy,
    credit: 10_000,
    spendLimit: 1_000,
    script: [
      {
        at: earlier(start, hours(5)),
        happen(state) {
          createPod(state, { ...aPod, workload: { kind: 'abandoned' } });
          happen(state);
        },
      },
    ],
    change(path, reply) {
      const at = watched.clock.now();
      if (path.endsWith('/action')) stops.push((at - start) / 60_000);
      return at < minute(from) ? reply : change(path, reply);
    },
  });
  const kinds = () => watched.said.flatMap(({ message }) => message.notifications.map(({ kind }) => kind));
  return { watched, stops, kinds };
}
const nothing = () => {};
const listOfPods = /^\/v2\/pods(\?|$)/;

describe('a pod that may have GPUs (invariants 1 and 26)', () => {
  const withPods =
    (change: (pod: Record<string, unknown>) => object): Change =>
    (path, reply) => {
      if (!path.startsWith('/v2/pods') || path.endsWith('/action')) return reply;
      const { pods: list } = Object(reply);
      return list === undefined ? change(Object(reply)) : { ...Object(reply), pods: list.map(change) };
    };

  it.each([
    ['neither gpu nor cpu', ({ gpu: _, ...pod }: Record<string, unknown>) => pod, 'gpu'],
    ['a gpu that is null', (pod: object) => ({ ...pod, gpu: null }), 'gpu'],
    [
      'a cpu in place of its gpu, while it shows the use of GPUs',
      ({ gpu: _, ...pod }: Record<string, unknown>) => ({ ...pod, cpu: { id: 'cpu5c', vcpuCount: 4 } }),
      'gpu',
    ],
    [
      'fewer GPUs than it shows usage of',
      (pod: object) => ({ ...pod, gpu: { id: 'NVIDIA A100 80GB PCIe', count: 1 } }),
      'gpu.count',
    ],
    ['a gpu without its type', (pod: object) => ({ ...pod, gpu: { count: 4 } }), 'gpu.id'],
    [
      'a count of GPUs that is not a number',
      (pod: object) => ({ ...pod, gpu: { id: 'NVIDIA A100 80GB PCIe', count: 'two' } }),
      'gpu.count',
    ],
    ['no cost while it runs', (pod: object) => ({ ...pod, cost: 0 }), 'cost'],
    ['one action that is not a text', (pod: object) => ({ ...pod, actions: [7, 'stop'] }), 'actions'],
    ['a disk of a billion TB', (pod: object) => ({ ...pod, disk: 1e12 }), 'disk'],
    ['a container disk of no size that can be read', (pod: object) => ({ ...pod, disk: null }), 'disk'],
  ])('is never stopped, and its GPUs stay, where its record shows %s', async (_, change, field) => {
    const { watched, stops } = anAccountWith(nothing, withPods(change));
    await watched.runUntil(minute(60));
    expect(stops).toEqual([]);
    const { resources } = await watched.seen();
    expect(resources).toMatchObject([{ unreadable: [{ field }], gpus: expect.any(Number) }]);
    expect(resources[0]?.gpus).toBeGreaterThan(0);
    if (!field.startsWith('gpu') && field !== 'actions') expect(resources[0]?.price).toBeNull();
  });

  it('is stopped after 40 minutes beside another whose record shows neither gpu nor cpu', async () => {
    const other = { id: '' };
    const { watched, stops } = anAccountWith(
      (state) => {
        other.id = createPod(state, { ...aPod, name: 'odd', workload: { kind: 'training' } }).id;
      },
      withPods(({ gpu, ...pod }) => (pod['id'] === other.id ? pod : { ...pod, gpu })),
    );
    await watched.runUntil(minute(60));
    expect(stops).toEqual([40]);
  });
});

describe('a list that comes without its items (invariant 22)', () => {
  const instead = [
    {},
    { data: [] },
    { pods: null },
    { title: 'Not Found', status: 404, detail: '' },
    { error: 'busy' },
  ];

  it.each(instead.map((reply) => [JSON.stringify(reply), reply] as const))(
    'is reported as unreadable for %s from the first poll on, and does not make the account empty',
    async (_, reply) => {
      const { watched } = anAccountWith(nothing, (path, whole) => (listOfPods.test(path) ? reply : whole));
      await watched.runUntil(minute(5));
      const head = await watched.ledger.head(pods);
      expect(head?.observation ?? null).toBeNull();
    },
  );

  it.each(instead.slice(0, 2).map((reply) => [JSON.stringify(reply), reply] as const))(
    'of workers, as %s, makes the price of their endpoint unknown, which is reported',
    async (_, reply) => {
      const { watched } = anAccountWith(
        (state) => void createEndpoint(state, { name: 'whisper', gpu: 'NVIDIA L40S', workers: 2 }),
        (path, whole) => (path.endsWith('/workers') ? reply : whole),
      );
      await watched.runUntil(minute(5));
      const endpoint = (await watched.seen()).resources.find(({ kind }) => kind === 'cluster');
      expect(endpoint).toMatchObject({
        price: null,
        activity: 'unknown',
        unreadable: [{ field: 'workers' }],
      });
    },
  );
});

describe('a pod that its list no longer holds (invariant 22)', () => {
  const emptied: Change = (path, reply) => (listOfPods.test(path) ? { pods: [] } : reply);

  it('stays, and its list counts as incomplete, while a read by its id answers another pod', async () => {
    const { watched, kinds } = anAccountWith(
      nothing,
      (path, reply) =>
        /^\/v2\/pods\/\w+$/.test(path) ? { ...Object(reply), id: 'other' } : emptied(path, reply),
      20,
    );
    await watched.runUntil(minute(60));
    expect(await watched.seen()).toMatchObject({
      resources: [{ activity: 'running' }],
      missing: [{ part: 'vms', because: expect.stringContaining('about another resource') }],
    });
    expect(kinds()).not.toContain('resolved');
  });

  it('is gone at the poll after it was terminated, and its stop is not requested', async () => {
    const { watched, stops } = anAccountWith(nothing, (_, reply) => reply);
    await watched.runUntil(minute(20));
    const [pod] = (await watched.seen()).resources;
    takeAction(watched.world.state(), String(pod?.id), 'terminate');
    await watched.runUntil(minute(25));
    expect((await watched.seen()).resources.filter(({ activity }) => activity !== 'gone')).toEqual([]);
    expect(stops).toEqual([]);
  });

  it('never makes the volume that it mounts count as unused', async () => {
    const { watched } = anAccountWith(
      (state) => {
        const { id } = createVolume(state, { name: 'datasets', gb: 100 });
        createPod(state, { ...aPod, name: 'user', storage: { kind: 'network', id } });
      },
      emptied,
      10,
    );
    await watched.runUntil(minute(5));
    const inUse = async () => (await watched.seen()).resources.find(({ kind }) => kind === 'volume')?.inUse;
    expect(await inUse()).toBe(true);
    await watched.runUntil(minute(70));
    expect(await inUse()).toBeNull();
    expect((await watched.seen()).resources.map(toResourceKey)).toHaveLength(3);
  });

  it('is not stopped while the read before its stop answers another pod, and is once that answers the pod itself', async () => {
    const until = { minute: 60 };
    const { watched, stops } = anAccountWith(nothing, (path, reply) =>
      /^\/v2\/pods\/\w+$/.test(path) && watched.clock.now() < minute(until.minute)
        ? { ...Object(reply), id: 'other' }
        : reply,
    );
    await watched.runUntil(minute(55));
    expect(stops).toEqual([]);
    await watched.runUntil(minute(90));
    expect(stops).toEqual([85]);
  });
});

describe('a catalogue of GPUs that is read in part', () => {
  const inGpus =
    (change: (type: Record<string, unknown>) => object | null): Change =>
    (path, reply) =>
      path.startsWith('/v2/catalog')
        ? { gpus: Object(reply).gpus.flatMap((one: Record<string, unknown>) => change(one) ?? []) }
        : reply;
  const ofPod = ({ id }: Record<string, unknown>) => String(id).includes('A100');

  it.each([
    ['no memory that can be read', inGpus((type) => (ofPod(type) ? { ...type, memory: 'eighty' } : type))],
    ['no id that can be read', inGpus((type) => (ofPod(type) ? { ...type, id: 7 } : type))],
    ['no record', inGpus((type) => (ofPod(type) ? null : type))],
  ])('prevents the stop of a pod whose type has %s, and is reported within 20 minutes', async (_, change) => {
    const { watched, stops, kinds } = anAccountWith(nothing, change);
    await watched.runUntil(minute(60));
    expect(stops).toEqual([]);
    expect((await watched.seen()).missing).toMatchObject([{ part: 'prices' }]);
    expect(kinds()).toContain('alert');
  });

  it('does not delay the stop of an idle pod where only other types cannot be read', async () => {
    const { watched, stops } = anAccountWith(
      nothing,
      inGpus((type) => (ofPod(type) ? type : { ...type, id: 7 })),
    );
    await watched.runUntil(minute(60));
    expect(stops).toEqual([40]);
  });
});

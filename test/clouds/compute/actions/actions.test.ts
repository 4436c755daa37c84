import { describe, expect, it } from 'vitest';
import type { ActionOrder } from '../../../../lib/clouds/cloud.ts';
import { takeAction } from '../../../../lib/clouds/compute/actions/take-action.ts';
import type { CloudErrorKind } from '../../../../lib/clouds/http/errors.ts';
import { ProjectId, ResourceId } from '../../../../lib/model/ids.ts';
import type { Recheck } from '../../../../lib/model/reread.ts';
import { seconds } from '../../../../lib/model/time/time.ts';
import { aPlatform, boxOnTheWire } from '../../../support/clouds/platform.ts';
import { type Answers, failing } from '../../../support/clouds/scripted-cloud.ts';
import { setClock } from '../../../support/set-clock.ts';
import { on } from '../../../support/timeline.ts';

const project = ProjectId.parse('lab');
const vm = { kind: 'vm', id: 'box' } as const;
const image = ResourceId.parse('spendwatch-box-202611211100');
const metal = { id: 'metal', dataCenterId: 'gb-1', machineTypeId: 'epyc', os: 'ubuntu-24' };
const go = (): Recheck => ({ kind: 'go' });

type ActionRequest = {
  readonly operation: keyof Answers;
  readonly order: Pick<ActionOrder, 'kind' | 'resource' | 'image'>;
  /** What the platform shows before it, and once it is under way. */
  readonly before: Answers;
  readonly after: Answers;
  readonly words: string;
};

const requests: Readonly<Record<string, ActionRequest>> = {
  'switching a machine off': {
    operation: 'patchMachine',
    order: { kind: 'power-off', resource: { kind: 'machine', id: 'metal' }, image: null },
    before: {
      getMachine: () => ({ ...metal, state: 'ACTIVE', powerState: 'ON' }),
      patchMachine: () => metal,
    },
    after: { getMachine: () => ({ ...metal, state: 'ACTIVE', powerState: 'POWERING_OFF' }) },
    words: 'POWERING_OFF',
  },
  'switching a machine of a cluster off': {
    operation: 'patchClusterMachine',
    order: { kind: 'power-off', resource: { kind: 'cluster-machine', id: 'node' }, image: null },
    before: {
      listClusters: () => [{ id: 'c', machines: [{ id: 'node', powerState: 'ON' }] }],
      patchClusterMachine: () => ({ id: 'node' }),
    },
    after: {
      listClusters: () => [{ id: 'c', machines: [{ id: 'node', state: 'ACTIVE', powerState: 'OFF' }] }],
    },
    words: 'OFF',
  },
  'stopping a VM': {
    operation: 'stopVm',
    order: { kind: 'stop', resource: vm, image: null },
    before: { stopVm: () => ({}) },
    after: { getVm: () => ({ VM: boxOnTheWire({ state: 'STOPPING' }) }) },
    words: 'STOPPING',
  },
  'starting a VM': {
    operation: 'startVm',
    order: { kind: 'start', resource: vm, image: null },
    before: { getVm: () => ({ VM: boxOnTheWire({ state: 'STOPPED' }) }), startVm: () => ({}) },
    after: { getVm: () => ({ VM: boxOnTheWire({ state: 'STARTING' }) }) },
    words: 'STARTING',
  },
  'making an image': {
    operation: 'createImage',
    order: { kind: 'image', resource: vm, image },
    before: { createImage: () => ({}) },
    after: { listImages: () => [{ id: image, state: 'CREATING' }] },
    words: 'CREATING',
  },
  'deleting a VM': {
    operation: 'terminateVm',
    order: { kind: 'terminate', resource: vm, image },
    before: { listImages: () => [{ id: image, state: 'READY' }], terminateVm: () => ({}) },
    after: {
      getVm: () => {
        throw failing('not-found');
      },
    },
    words: 'gone',
  },
};

async function performed({ order, before }: ActionRequest, answers: Answers = {}) {
  const clock = setClock(on('11:00'));
  const cloud = aPlatform(clock, { ...before, ...answers });
  const terms = { project, because: 'forgotten', rereadWithin: seconds(4), check: go };
  const outcome = await takeAction(cloud, () => clock.now(), { ...order, ...terms });
  return { outcome, asked: cloud.asked, cloud };
}

/** The request fails like this, and from then on the platform shows this state. */
function failingWith(
  { operation, before, after }: ActionRequest,
  kind: CloudErrorKind,
  isUnderWay: boolean,
): Answers {
  let isAsked = false;
  const switched = Object.fromEntries(
    Object.entries(after).map(([name, answer]) => [
      name,
      (input: Readonly<Record<string, unknown>>) => {
        const first =
          before[name as keyof Answers] ?? (() => (name === 'getVm' ? { VM: boxOnTheWire() } : []));
        return isAsked && isUnderWay ? answer?.(input) : first(input);
      },
    ]),
  );
  return {
    ...switched,
    [operation]: () => {
      isAsked = true;
      throw failing(kind);
    },
  };
}

describe.each(Object.entries(requests))('%s', (_, request) => {
  it.each([
    ['timeout', true, 'requested'],
    ['timeout', false, 'unanswered'],
    ['unavailable', true, 'requested'],
    ['unreachable', false, 'unanswered'],
    ['contract', false, 'unanswered'],
    ['conflict', true, 'already-so'],
    ['conflict', false, 'refused'],
    ['forbidden', false, 'refused'],
    ['unauthenticated', false, 'refused'],
    ['not-found', false, 'refused'],
    ['rate-limited', false, 'refused'],
    ['too-late', false, 'refused'],
  ] as const)(
    'that ends in %s, and is then seen under way: %s, has the outcome %s',
    async (kind, isUnderWay, expected) => {
      const { outcome, asked } = await performed(request, failingWith(request, kind, isUnderWay));
      expect(outcome.kind).toBe(expected);
      if (isUnderWay) expect(outcome.because).toContain(request.words);
      expect(asked.filter((question) => question.startsWith(request.operation))).toHaveLength(1);
    },
  );
});

describe('switching a machine', () => {
  it('sends the fields that must not change as they are, and fails where they are not shown', async () => {
    let sent: unknown;
    const [request] = Object.values(requests);
    if (request === undefined) throw new TypeError('no request');
    await performed(request, {
      patchMachine: ({ body }) => {
        sent = body;
        return metal;
      },
    });
    expect(sent).toEqual({ dataCenterId: 'gb-1', machineTypeId: 'epyc', os: 'ubuntu-24', powerState: 'OFF' });
    const { outcome } = await performed(request, { getMachine: () => ({ id: 'metal', powerState: 'ON' }) });
    expect(outcome).toMatchObject({
      kind: 'not-sent',
      because: expect.stringContaining('sent back unchanged'),
    });
  });
});

import { describe, expect, it } from 'vitest';
import { type Lists, listInventories } from '../../../../lib/clouds/compute/facts/inventory.ts';
import { observeProject, type ProjectPoll } from '../../../../lib/clouds/compute/facts/project.ts';
import type { ProjectObservation } from '../../../../lib/model/facts/observation.ts';
import type { Resource } from '../../../../lib/model/facts/resource.ts';
import { ResourceId, VmId } from '../../../../lib/model/ids.ts';
import { earlier, later, minutes } from '../../../../lib/model/time/time.ts';
import { at } from '../../../support/at.ts';
import {
  aMachine,
  anObservation,
  aVm,
  aVolume,
  noon,
} from '../../../support/builders/observation-builders.ts';
import {
  answered,
  aSample,
  aWireSpend,
  aWireVm,
  aWireVolume,
  unanswered,
} from '../../../support/builders/wire-builders.ts';

const box = VmId.parse('box');
const before = earlier(noon, minutes(5));

const aPoll = ({ lists, ...others }: Changes = {}): ProjectPoll => ({
  at: noon,
  account: null,
  inventories: listInventories({ vms: answered([aWireVm()]), machines: answered([]), ...lists }, noon),
  absences: { gone: new Set(), existing: [], doubts: new Map() },
  spend: null,
  usage: new Map(),
  usageUntil: null,
  ...others,
});
type Changes = Partial<ProjectPoll> & { readonly lists?: Partial<Lists> };

function seen(poll: Changes, previous: ProjectObservation | null = null): ProjectObservation {
  const pollResult = observeProject(aPoll(poll), previous);
  if (pollResult.kind !== 'project')
    throw new Error(`the project was not seen: ${JSON.stringify(pollResult)}`);
  return pollResult;
}
const idsOf = (observation: ProjectObservation): ResourceId[] => observation.resources.map(({ id }) => id);

describe('a VM whose record shows no GPUs any more', () => {
  const withoutGpus = { gpuQuantity: undefined, gpus: undefined, gpuModel: undefined, gpuModelId: undefined };
  const now = seen({ lists: { vms: answered([aWireVm({ id: box, ...withoutGpus })]) } });
  const createdAt = now.resources[0]?.createdAt ?? null;
  const gpusAfter = (
    previous: Partial<Pick<Resource, 'gpus' | 'gpuModel' | 'createdAt'>>,
  ): readonly [number, string | null][] =>
    seen(
      { lists: { vms: answered([aWireVm({ id: box, ...withoutGpus })]) } },
      anObservation({ at: before, resources: [aVm({ id: box, createdAt, ...previous })] }),
    ).resources.map(({ gpus, gpuModel }) => [gpus, gpuModel]);

  it('has those that it had at the poll before', () => {
    expect(gpusAfter({ gpus: 8, gpuModel: 'H100' })).toEqual([[8, 'H100']]);
  });

  it('has none where it never had any, or where an earlier VM of the same id had them', () => {
    expect(gpusAfter({ gpus: 0 })).toEqual([[0, null]]);
    expect(gpusAfter({ gpus: 8, createdAt: earlier(noon, minutes(90_000)) })).toEqual([[0, null]]);
  });
});

describe('a poll that was answered in full', () => {
  it('shows what exists, and nothing that is proven to be gone', () => {
    const previous = anObservation({ at: before, resources: [aVm({ id: 'gone' }), aMachine(), aVolume()] });
    const gone = new Set(['vm/gone', 'machine/metal']);
    const absences = { gone, existing: [], doubts: new Map() };
    const observation = seen({ lists: { volumes: answered([aWireVolume()]) }, absences }, previous);
    expect(idsOf(observation)).toEqual(['box', 'data']);
    expect(observation).toMatchObject({ seen: ['vms', 'machines', 'volumes'], missing: [], at: noon });
  });

  it('names the billing account where the cloud does', () => {
    expect(seen({ account: 'main' }).account).toBe('main');
    expect(seen({ account: '' }).account).toBeNull();
  });
});

it('an image counts as unused only where the list of disks is complete (invariant 22)', () => {
  const useOf = (doubts: ReadonlyMap<'disks', string>) => {
    const lists = { disks: answered([]), images: answered([{ id: ResourceId.parse('snap') }]) };
    const { resources } = seen({ lists, absences: { gone: new Set(), existing: [], doubts } });
    return resources.find(({ kind }) => kind === 'image')?.inUse;
  };
  expect(useOf(new Map())).toBe(false);
  expect(useOf(new Map([['disks', 'it lacks a disk that exists']]))).toBe(null);
});

describe('a part that was not asked for', () => {
  it('is carried over with the time it was last seen, and does not count as seen now', () => {
    const volume = aVolume({ seenAt: before });
    const observation = seen(
      { lists: { volumes: null } },
      anObservation({ at: before, resources: [volume] }),
    );
    expect(observation.resources).toContainEqual(volume);
    expect(observation.seen).not.toContain('volumes');
    expect(observation.missing).toEqual([]);
  });
});

describe('a part that was not answered', () => {
  it('is missing with its reason, and its resources are carried over as they were', () => {
    const vm = aVm({ seenAt: before });
    const observation = seen(
      { lists: { vms: unanswered('listVms: 503') } },
      anObservation({ at: before, resources: [vm] }),
    );
    expect(observation.resources).toEqual([vm]);
    expect(observation.seen).toEqual(['machines']);
    expect(observation.missing).toEqual([{ part: 'vms', because: 'listVms: 503' }]);
  });

  it('makes the poll fail when neither VMs nor machines came', () => {
    const poll = aPoll({
      lists: { vms: unanswered('listVms: 503'), machines: unanswered('listMachines: 503') },
    });
    expect(observeProject(poll, anObservation())).toEqual({
      kind: 'failed-poll',
      at: noon,
      because: 'listVms: 503',
      isGone: false,
    });
  });
});

describe('a reply with an unreadable item', () => {
  it('updates what came, carries over what did not, and counts as incomplete', () => {
    const [kept, dropped] = [aVm({ seenAt: before }), aVm({ id: 'odd', seenAt: before })];
    const observation = seen(
      {
        lists: {
          vms: answered(
            [aWireVm({ state: 'STOPPED' }), aWireVm({ id: 'fresh' })],
            'no such price',
            'no id',
            'no id',
          ),
        },
      },
      anObservation({ at: before, resources: [kept, dropped] }),
    );
    expect(idsOf(observation)).toEqual(['box', 'fresh', 'odd']);
    expect(observation.resources[0]).toMatchObject({ activity: 'stopped', seenAt: noon });
    expect(observation.resources[2]).toEqual(dropped);
    expect(observation.seen).toEqual(['machines']);
    expect(observation.missing).toEqual([
      { part: 'vms', because: 'listVms: VMs[0]: no such price (and 2 more)' },
    ]);
  });

  it('never confuses a machine with a VM of the same id', () => {
    const machine = aMachine({ id: 'box', seenAt: before });
    const observation = seen(
      { lists: { machines: unanswered() } },
      anObservation({ at: before, resources: [machine] }),
    );
    expect(observation.resources.map(({ kind, id }) => `${kind}/${id}`)).toEqual(['vm/box', 'machine/box']);
  });
});

describe('reported spend', () => {
  it.each([
    [
      'covers no more than the time until now while its period runs',
      '2026-12-01T00:00:00Z',
      '2026-11-21T12:00:00',
    ],
    ['covers its period when that has ended', '2026-11-21T11:00:00Z', '2026-11-21T11:00:00'],
  ])('%s', (_, endTime, until) => {
    const observation = seen({ spend: answered(aWireSpend({ endTime })) });
    expect(observation.spend).toMatchObject({ from: at('2026-11-01T00:00:00'), until: at(until) });
    expect(observation.spend?.amount.toFixed()).toBe('123.45');
    expect(observation.seen).toContain('spend');
  });
});

describe('usage', () => {
  const samples = [0, 5, 10, 15].map((minute) => aSample(later(earlier(noon, minutes(15)), minutes(minute))));

  it('is returned for the VMs that were asked for', () => {
    const observation = seen({ usage: new Map([[box, answered(samples)]]) });
    expect(observation.usage).toEqual([
      {
        vm: 'box',
        points: [10, 5, 0].map((ago) => ({
          at: earlier(noon, minutes(ago)),
          cpu: 5,
          network: 0,
          disk: 0,
          answers: null,
        })),
        reachesTo: earlier(noon, minutes(15)),
      },
    ]);
    expect(observation.seen).toContain('usage');
  });

  it('continues where the slowest VM had ended, each slot once', () => {
    const poll = { usage: new Map([[box, answered(samples)]]), usageUntil: earlier(noon, minutes(5)) };
    expect(seen(poll).usage[0]?.points.map((point) => point.at)).toEqual([noon]);
  });

  it('of a VM that is asked less often continues where its own had ended', () => {
    const deferred = { box: { until: earlier(noon, minutes(10)) } };
    const poll = {
      usage: new Map([[box, answered(samples)]]),
      usageUntil: earlier(noon, minutes(5)),
      deferred,
    };
    expect(seen(poll).usage[0]?.points.map(({ at }) => at)).toEqual([earlier(noon, minutes(5)), noon]);
  });

  it('is missing as a part when one VM of two did not answer, and still returned for the other', () => {
    const usage = new Map([
      [box, answered(samples)],
      [VmId.parse('other'), unanswered('monitorVm: 404')],
    ]);
    const observation = seen({ lists: { vms: answered([aWireVm(), aWireVm({ id: 'other' })]) }, usage });
    expect(observation.usage.map(({ vm }) => vm)).toEqual(['box']);
    expect(observation.seen).not.toContain('usage');
    expect(observation.missing).toEqual([{ part: 'usage', because: 'monitorVm: 404', vm: 'other' }]);
  });

  it('of a VM that is gone by now is ignored', () => {
    const observation = seen({
      lists: { vms: answered([]) },
      usage: new Map([[box, unanswered('monitorVm: 404')]]),
    });
    expect(observation).toMatchObject({ usage: [], missing: [], seen: ['vms', 'machines'] });
  });
});

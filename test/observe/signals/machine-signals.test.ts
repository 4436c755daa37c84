import { describe, expect, it } from 'vitest';
import type { UsagePoint } from '../../../lib/model/facts/usage.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { earlier, later, minutes } from '../../../lib/model/time/time.ts';
import {
  selectMachineSignals,
  sharedNames,
  withSignals,
} from '../../../lib/observe/signals/machine-signals.ts';
import { readSignals, SignalError, type SignalPoint } from '../../../lib/observe/signals/signals.ts';
import { aHead, anObservation, aVm, noon, usageUntil } from '../../support/builders/observation-builders.ts';

const lab = projectTarget(null, ProjectId.parse('lab'));
const idle = { known: 2, busiest: 0, memory: null };
const point = (more: Partial<SignalPoint> = {}): SignalPoint => ({ at: noon, cpu: null, gpu: idle, ...more });
const fleet = (of: Record<string, readonly SignalPoint[]>, shared: readonly string[] = []) => ({
  of: new Map(Object.entries(of)),
  shared: new Set(shared),
});

describe('the machine that signals belong to', () => {
  it.each([
    ['its id', 'box', {}],
    ['its project and id', 'lab/box', {}],
    ['its address in the metadata', '10.0.0.7', { metadata: { 'spendwatch-address': ' 10.0.0.7 ' } }],
    [
      'its address in the metadata with its project',
      'lab/10.0.0.7',
      { metadata: { 'spendwatch-address': '10.0.0.7' } },
    ],
    ['its id in another case', 'mixed', { id: 'Mixed' }],
  ])('is found by %s', (_, name, vm) => {
    expect(selectMachineSignals(fleet({ [name]: [point()] }), lab, aVm(vm))).toHaveLength(1);
  });

  it.each(['boxes', 'other/box', '10.0.0.7', ''])('is not found by "%s"', (name) => {
    expect(selectMachineSignals(fleet({ [name]: [point()] }), lab, aVm())).toEqual([]);
  });

  it('is unknown where several machines have the name, unless the name includes the project (invariant 19)', () => {
    const heads = ['lab', 'shop'].map((project) =>
      aHead({ target: projectTarget(null, ProjectId.parse(project)), observation: anObservation() }),
    );
    const shared = sharedNames(heads);
    expect([...shared]).toEqual(['box']);
    const told = { of: new Map([['box', [point()]]]), shared };
    expect(selectMachineSignals(told, lab, aVm())).toEqual([]);
    expect(selectMachineSignals({ of: new Map([['lab/box', [point()]]]), shared }, lab, aVm())).toHaveLength(
      1,
    );
  });

  it('is unknown where another VM of the project claims the name in its metadata, or has it in another case', () => {
    const thief = aVm({ id: 'thief', metadata: { 'spendwatch-address': 'box' } });
    for (const other of [thief, aVm({ id: 'BOX' })]) {
      const shared = sharedNames([aHead({ observation: anObservation({ resources: [aVm(), other] }) })]);
      const told = {
        of: new Map([
          ['box', [point()]],
          ['lab/box', [point()]],
        ]),
        shared,
      };
      for (const vm of [aVm(), other]) expect(selectMachineSignals(told, lab, vm)).toEqual([]);
    }
  });

  it('that pushed is found by its subject only, whatever names others claim (invariant 19)', () => {
    const pushed = fleet({ 'project/lab/vm/box': [point()] });
    expect(selectMachineSignals(pushed, lab, aVm())).toHaveLength(1);
    const address = { 'spendwatch-address': 'project/lab/vm/box' };
    for (const other of [aVm({ id: 'BOX' }), aVm({ id: 'thief', metadata: address })])
      expect(selectMachineSignals(pushed, lab, other)).toEqual([]);
  });

  it('does not share its name with one that is gone, nor with its own address', () => {
    const resources = [aVm({ activity: 'gone' })];
    const heads = [
      aHead({ observation: anObservation() }),
      aHead({ observation: anObservation({ resources }) }),
    ];
    expect(sharedNames(heads).size).toBe(0);
    const twice = aVm({ metadata: { 'spendwatch-address': 'box' } });
    expect(sharedNames([aHead({ observation: anObservation({ resources: [twice] }) })]).size).toBe(0);
  });

  it('may appear under two names, and any use that either shows is kept', () => {
    const busy = point({ gpu: { known: 1, busiest: 80, memory: 7 } });
    expect(
      selectMachineSignals(fleet({ box: [busy, point()], 'lab/box': [point({ logins: 0 })] }), lab, aVm()),
    ).toMatchObject([{ at: noon, gpu: { known: 2, busiest: 80, memory: 7 }, logins: 0 }]);
  });
});

describe('signals in the usage of a poll', () => {
  const joinedBy = (slots: Parameters<typeof usageUntil>[1], points: readonly SignalPoint[]) => {
    const observation = anObservation({ resources: [aVm({ gpus: 2 })], usage: [usageUntil(noon, slots)] });
    const joined = withSignals(observation, lab, fleet({ box: points }));
    return joined.kind === 'project' ? (joined.usage[0]?.points ?? []) : [];
  };
  const slot = (minutesAgo: number, more: Partial<SignalPoint> = {}) =>
    point({ at: earlier(noon, minutes(minutesAgo)), ...more });

  it('are joined to the slots that the platform reports, and to older ones', () => {
    const points = joinedBy([5, 6], [slot(10), slot(5), slot(0)]);
    expect(points.map(({ at, cpu, gpu }) => [(noon - at) / 60_000, cpu, gpu?.known])).toEqual([
      [10, null, 2],
      [5, 5, 2],
      [0, 6, 2],
    ]);
  });

  it('add no slot later than those of the platform, from which the next poll continues', () => {
    expect(joinedBy([5], [point({ at: later(noon, minutes(5)) })])).toHaveLength(1);
    expect(joinedBy([], [slot(0)])).toEqual([]);
  });

  it('provide the CPU only where the platform does not', () => {
    const points = joinedBy(
      [{ cpu: null }, 5],
      [slot(10, { cpu: 70 }), slot(5, { cpu: 70 }), slot(0, { cpu: 70 })],
    );
    expect(points.map(({ cpu }) => cpu)).toEqual([null, 70, 5]);
  });

  it('change nothing where there are none', () => {
    const observation = anObservation({ usage: [usageUntil(noon, [5])] });
    expect(withSignals(observation, lab, fleet({}))).toBe(observation);
    expect(withSignals(observation, lab, fleet({ other: [point()] }))).toEqual(observation);
    const missed = { kind: 'failed-poll', at: noon, because: 'no answer' } as const;
    expect(withSignals(missed, lab, fleet({ box: [point()] }))).toBe(missed);
  });
});

describe('several sources', () => {
  const source = (name: string, told: Record<string, readonly SignalPoint[]> | Error) => ({
    name,
    read: async () => {
      if (told instanceof Error) throw told;
      return new Map(Object.entries(told));
    },
  });

  it('are merged, and one that fails is reported and changes nothing else', async () => {
    const reading = await readSignals(
      [
        source('one', { box: [point()] }),
        source('two', new SignalError('it answered 401')),
        source('three', { box: [point({ logins: 1 })] }),
        source('four', new TypeError('secret words')),
      ],
      { from: noon, until: noon },
    );
    expect(reading.failures).toEqual(['two: it answered 401', 'four: the source failed']);
    const [joined]: readonly UsagePoint[] = selectMachineSignals(
      { of: reading.of, shared: new Set() },
      lab,
      aVm(),
    );
    expect(joined).toMatchObject({ gpu: idle, logins: 1 });
  });
});

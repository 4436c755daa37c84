import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Subject } from '../../../lib/model/ids.ts';
import { instant, later, minutes, seconds } from '../../../lib/model/time/time.ts';
import type { MetricPoint } from '../../../lib/observe/push/metric-point.ts';
import { pushedSlots, usageOf } from '../../../lib/observe/push/pushed-usage.ts';

const begin = instant(Date.UTC(2026, 2, 10, 12));
const end = later(begin, minutes(5));
const machine = Subject.parse('project/ml-infra/vm/train-7b');
const gpu = (part: string, minute: number, value = 0): MetricPoint => ({
  metric: 'hw.gpu.utilization',
  part,
  host: '',
  at: later(begin, seconds(minute * 60)),
  value,
});
const figure = (metric: MetricPoint['metric'], part: string, value: number): MetricPoint => ({
  ...gpu(part, 1, value),
  metric,
});
const everyMinute = [0.5, 1.5, 2.5, 3.5, 4.5];
/** Returns the usage that results from figures, pushed in the given parts. */
const used = (...pushes: readonly MetricPoint[][]) =>
  usageOf(pushes.map((points) => ({ machine, at: end, ...pushedSlots(points) }))).get(machine) ?? [];

describe('the use of a machine that pushes', () => {
  it('counts a GPU as known when it has a figure in nearly every minute of the slot', () => {
    const points = ['a', 'b'].flatMap((part) => everyMinute.map((minute) => gpu(part, minute)));
    expect(used(points)).toEqual([
      {
        at: end,
        cpu: null,
        network: null,
        disk: null,
        answers: null,
        gpu: { known: 2, busiest: 0, memory: null },
      },
    ]);
  });

  it.each([
    ['one minute is missing', [0.5, 1.5, 3.5, 4.5], 1],
    ['two minutes are missing', [0.5, 3.5, 4.5], 0],
    ['a minute has many figures', [0.1, 0.2, 0.3, 0.4, 0.5], 0],
    ['figures come at the full minute', [1, 2, 3, 4, 5], 1],
  ])('where %s', (_, minutesSeen, known) => {
    expect(used(minutesSeen.map((minute) => gpu('a', minute)))).toMatchObject([{ gpu: { known } }]);
  });

  it.each([
    ['of an encoder alone', (minute: number): MetricPoint => ({ ...gpu('a', minute), isOfEngine: true }), 0],
    ['of less than 1 %, which something divided', (minute: number) => gpu('a', minute, 0.0099), 0],
    ['of 1 % of the whole', (minute: number) => gpu('a', minute, 0.01), 1],
  ])('shows by a use %s no more idle GPUs than there are (invariant 26)', (_, point, known) => {
    expect(used(everyMinute.map(point))).toMatchObject([{ gpu: { known } }]);
  });

  it('shows by the use of an encoder that its GPU is in use, beside the use of the whole', () => {
    const encoder = { ...gpu('a', 1, 0.4), isOfEngine: true } as const;
    const whole = everyMinute.map((minute) => gpu('a', minute));
    expect(used([encoder, ...whole])).toMatchObject([{ gpu: { known: 1, busiest: 40 } }]);
  });

  it('shows the highest use that was seen of any GPU, in slots of their own', () => {
    expect(used([gpu('a', 1, 0.031), gpu('b', 2, 0.9204), gpu('a', 6, 0)])).toMatchObject([
      { at: end, gpu: { busiest: 92.1 } },
      { at: later(end, minutes(5)), gpu: { busiest: 0 } },
    ]);
  });

  it('is the same however its figures were divided into pushes, and whichever came twice', () => {
    const points = fc.array(
      fc.record({
        part: fc.constantFrom('a', 'b'),
        minute: fc.integer({ min: 1, max: 15 }),
        use: fc.integer({ max: 100, min: 0 }),
      }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(points, fc.array(fc.nat(3), { minLength: 40, maxLength: 40 }), (drawn, parts) => {
        const all = drawn.map(({ part, minute, use }) => gpu(part, minute, use / 100));
        const pushes = [0, 1, 2, 3].map((push) => all.filter((_, index) => parts[index] === push));
        expect(used(...pushes, all)).toEqual(used(all));
        expect(used(...pushes)).toEqual(used(all));
      }),
    );
  });

  it('sums the memory of GPUs, and averages the CPU', () => {
    const points = [
      gpu('a', 1),
      figure('hw.gpu.memory.usage', 'a', 2 ** 30),
      figure('hw.gpu.memory.usage', 'a', 2 ** 31),
      figure('hw.gpu.memory.usage', 'b', 2 ** 32),
      figure('system.cpu.utilization', '', 0.01),
      figure('system.cpu.utilization', '', 0.02),
      figure('spendwatch.sessions', '', 2),
    ];
    expect(used(points)).toMatchObject([{ cpu: 1.5, logins: 2, gpu: { memory: 6 } }]);
  });

  it('computes the memory of GPUs where a sender reports the share of a limit', () => {
    const share = figure('hw.gpu.memory.utilization', 'a', 0.25);
    const points = [gpu('a', 1), share, figure('hw.gpu.memory.limit', 'a', 2 ** 32)];
    expect(used(points)).toMatchObject([{ gpu: { memory: 1 } }]);
    expect(used([gpu('a', 1), share])).toMatchObject([{ gpu: { memory: null } }]);
  });

  it('counts no GPU as known in a slot that two hosts report, and keeps the use that either shows (invariant 19)', () => {
    const of = (host: string, use: number) =>
      everyMinute.map((minute): MetricPoint => ({ ...gpu('a', minute, use), host }));
    expect(used(of('boot-1', 0), of('boot-1', 0))).toMatchObject([{ gpu: { known: 1, busiest: 0 } }]);
    const expected = [{ gpu: { known: 0, busiest: 93 } }];
    expect(used(of('boot-1', 0.93), of('boot-2', 0))).toMatchObject(expected);
    expect(used([...of('boot-1', 0.93), ...of('boot-2', 0)])).toMatchObject(expected);
  });

  it('is unknown where nothing was pushed', () => {
    expect(used([])).toEqual([]);
    expect(used([figure('spendwatch.sessions', '', 0)])).toEqual([
      { at: end, cpu: null, network: null, disk: null, answers: null, logins: 0 },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { lastBoot, sampledUse, usagePoints } from '../../../../lib/clouds/compute/facts/usage.ts';
import type { WireMonitorItem } from '../../../../lib/clouds/compute/wire/vm.ts';
import { type Instant, later, minutes, seconds } from '../../../../lib/model/time/time.ts';
import { noon } from '../../../support/builders/observation-builders.ts';
import { aSample } from '../../../support/builders/wire-builders.ts';

const minutesOn = (count: number): Instant => later(noon, minutes(count));
/** Samples from noon on; the first shows where the counters stood. */
const samples = (
  ...items: readonly [minute: number, fields: Parameters<typeof aSample>[1]][]
): WireMonitorItem[] => items.map(([minute, fields]) => aSample(minutesOn(minute), fields));

describe('CPU', () => {
  it.each([
    ['percent of one core over 4 vCPUs', 20, 4, 5],
    ['four busy cores of four', 400, 4, 100],
    ['more than there is, which is clamped', 900, 4, 100],
    ['text, as floats may come', '20', 4, 5],
    ['an idle core', 0, 4, 0],
    ['no figure', undefined, 4, null],
    ['a figure below zero, which is no figure', -5, 4, null],
    ['percent of a VM whose number of vCPUs is not shown', 20, 0, null],
  ])('is computed from %s', (_, cpu, vcpus, percent) => {
    const items = samples([0, { cpu }], [5, { cpu }]);
    expect(usagePoints(items, vcpus, null)).toEqual([
      { at: minutesOn(5), cpu: percent, network: 0, disk: 0, answers: null },
    ]);
  });

  it.each(['', ' ', '0x10'])('is never read as zero from %j', (cpu) => {
    expect(() => aSample(noon, { cpu })).toThrow();
  });

  it('is weighted by time where several samples fall into a slot', () => {
    const items = samples([0, { cpu: 0 }], [1, { cpu: 400 }], [5, { cpu: 0 }]);
    expect(usagePoints(items, 4, null)).toEqual([
      { at: minutesOn(5), cpu: 20, network: 0, disk: 0, answers: null },
    ]);
  });

  it('of a slot is unknown when samples cover less than half of it', () => {
    const items = samples([0, { cpu: 0 }], [4, { cpu: null }], [5, { cpu: 4 }]);
    expect(usagePoints(items, 4, null)).toEqual([
      { at: minutesOn(5), cpu: null, network: 0, disk: 0, answers: null },
    ]);
  });
});

describe('network', () => {
  it('is the rate at which both counters grow, in bytes a second', () => {
    const items = samples([0, { netRx: '1000', netTx: 500 }], [5, { netRx: '61000', netTx: 30_500 }]);
    expect(usagePoints(items, 4, null)).toEqual([
      { at: minutesOn(5), cpu: 5, network: 300, disk: 0, answers: null },
    ]);
  });

  it('counts from zero after a reset of the counters, as Prometheus does', () => {
    const items = samples([0, { netRx: 9_000_000, netTx: 1_000 }], [5, { netRx: 3_000, netTx: 2_700 }]);
    // Both began anew, also the one that has already passed where it stood: 5,700 bytes in 300 s.
    expect(usagePoints(items, 4, null)).toEqual([
      { at: minutesOn(5), cpu: 5, network: 19, disk: 0, answers: null },
    ]);
  });

  it('stays accurate for int64 counters beyond 2^53', () => {
    const items = samples([0, { netRx: '9223372036850000000' }], [5, { netRx: '9223372036853000000' }]);
    expect(sampledUse(items, 4)[0]?.network).toBeCloseTo(10_000, -2);
  });

  it.each([
    ['one counter missing', { netRx: undefined }],
    ['a counter that is null', { netTx: null }],
    ['a counter below zero', { netRx: -1 }],
  ])('is unknown with %s', (_, fields) => {
    expect(usagePoints(samples([0, {}], [5, fields]), 4, null)).toEqual([
      { at: minutesOn(5), cpu: 5, network: null, disk: 0, answers: null },
    ]);
  });
});

describe('disk', () => {
  it('is the rate at which both counters grow, in bytes a second, and up to a whole KiB', () => {
    const items = samples(
      [0, { diskRdBytes: '1000', diskWrBytes: 500 }],
      [5, { diskRdBytes: '616600', diskWrBytes: 307_500 }],
    );
    expect(usagePoints(items, 4, null)).toMatchObject([{ disk: 4_096 }]);
    expect(sampledUse(items, 4)[0]?.disk).toBeCloseTo(3_075.3, 1);
  });

  it('counts from zero after a boot, which the network counters show, and where its own counter fell', () => {
    const booted = samples([0, { netRx: 9, diskWrBytes: 450_000 }], [5, { netRx: 1, diskWrBytes: 600_000 }]);
    expect(usagePoints(booted, 4, null)).toMatchObject([{ disk: 2_048 }]);
    const detached = samples(
      [0, { diskRdBytes: 900_000, diskWrBytes: 900_000 }],
      [5, { diskRdBytes: 300_000, diskWrBytes: 900_000 }],
    );
    expect(usagePoints(detached, 4, null)).toMatchObject([{ disk: 4_096 }]);
    // Too much rather than too little: what is detached is no boot, and no reason to call a VM idle.
    expect(lastBoot(detached)).toBeNull();
  });

  it.each([{ diskRdBytes: undefined }, { diskWrBytes: null }, { diskRdBytes: -1 }])(
    'is unknown with %j, and all other figures are known',
    (fields) => {
      expect(usagePoints(samples([0, {}], [5, fields]), 4, null)).toMatchObject([
        { cpu: 5, network: 0, disk: null },
      ]);
    },
  );
});

describe('the ping of the guest', () => {
  it.each([
    ['never asked', [undefined, undefined, undefined], null],
    ['answered every time', [1, 1, 1], true],
    ['answered, and once not reported', [1, undefined, 1], true],
    ['left unanswered once', [1, 0, 1], false],
    ['answered since the sample before it', [0, 1, 1], true],
  ])('in a slot that was %s is read as %s', (_, [first, second, third], told) => {
    const items = samples([0, { guestPing: first }], [2, { guestPing: second }], [5, { guestPing: third }]);
    expect(usagePoints(items, 4, null)).toMatchObject([{ answers: told }]);
  });
});

describe('slots', () => {
  it('are reported only once they have ended and samples cover at least half of them', () => {
    const items = samples([3, {}], [4.9, {}], [8, {}]);
    expect(usagePoints(items, 4, null)).toEqual([]);
    expect(usagePoints(samples([2.5, {}], [8, {}]), 4, null).map((point) => point.at)).toEqual([
      minutesOn(5),
    ]);
  });

  it('that the samples leave out for more than 16 minutes stay empty', () => {
    const items = samples([0, {}], [5, {}], [22, {}], [27, {}]);
    expect(usagePoints(items, 4, null).map((point) => point.at)).toEqual([minutesOn(5), minutesOn(25)]);
  });

  it.each([
    [0, 3],
    [1, 3],
    [5, 3],
    [60, 3],
    [61, 0],
  ])('are filled across a gap of 15 minutes, and %i s: %i of them', (more, count) => {
    expect(usagePoints(samples([0, {}], [15 + more / 60, {}]), 4, null)).toHaveLength(count);
  });

  it.each([899, 900, 901, 905])('are all reported with samples every %i s', (step) => {
    const items = samples(...Array.from({ length: 97 }, (_, n): [number, object] => [(n * step) / 60, {}]));
    expect(usagePoints(items, 4, null).length).toBeGreaterThanOrEqual(Math.floor((96 * step) / 300) - 1);
  });

  it('are not reported without two samples', () => {
    expect(usagePoints([], 4, null)).toEqual([]);
    expect(usagePoints(samples([0, {}]), 4, null)).toEqual([]);
  });
});

describe('a sample', () => {
  it('may have a time with a fraction of a second', () => {
    const at = later(noon, seconds(300.0004));
    const items = [aSample(noon), { ...aSample(at), timestamp: noon / 1_000 + 300.000_4 }];
    expect(usagePoints(items, 4, null).map((point) => point.at)).toEqual([minutesOn(5)]);
  });

  it.each([noon, 1e18, -1, '0', 'soon'])(
    'is ignored when its time is %j, which is not in epoch seconds',
    (timestamp) => {
      expect(() => aSample(noon, { timestamp })).toThrow();
    },
  );
});

describe('the last boot', () => {
  it('is where the counters last fell', () => {
    const items = samples(
      [0, { netRx: 9 }],
      [5, { netRx: 2 }],
      [10, { netRx: 5 }],
      [15, { netRx: 1 }],
      [20, { netRx: 8 }],
    );
    expect(lastBoot(items)).toBe(minutesOn(15));
    expect(lastBoot([...items].reverse())).toBe(minutesOn(15));
  });

  it('is found in either counter, and across any gap', () => {
    expect(lastBoot(samples([0, { netTx: 9 }], [60, { netTx: 2 }]))).toBe(minutesOn(60));
  });

  it('is unknown where the counters only grow or are not shown', () => {
    expect(lastBoot(samples([0, { netRx: 1 }], [5, { netRx: 1 }], [10, { netRx: 4 }]))).toBeNull();
    expect(lastBoot(samples([0, { netRx: 9 }], [5, { netRx: null }]))).toBeNull();
    expect(lastBoot([])).toBeNull();
  });
});

describe('the use of each sample', () => {
  it('includes the newest samples of a slot that has not ended', () => {
    const items = samples([0, { cpu: 4 }], [5, { cpu: 4 }], [7, { cpu: 400, netRx: 1_200_000 }]);
    expect(usagePoints(items, 4, null).at(-1)).toEqual({
      at: minutesOn(5),
      cpu: 1,
      network: 0,
      disk: 0,
      answers: null,
    });
    expect(sampledUse(items, 4)).toEqual([
      { at: minutesOn(5), cpu: 1, network: 0, disk: 0, answers: null },
      { at: minutesOn(7), cpu: 100, network: 10_000, disk: 0, answers: null },
    ]);
  });

  it('is unknown without two adjacent samples', () => {
    expect(sampledUse(samples([0, {}]), 4)).toEqual([]);
    expect(sampledUse(samples([0, {}], [30, {}]), 4)).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Facts } from '../../lib/evaluate/facts.ts';
import { judgeIdle } from '../../lib/evaluate/idle.ts';
import { targetOf, VmId } from '../../lib/model/ids.ts';
import { earlier, milliseconds, minutes } from '../../lib/model/time.ts';
import { type UsagePoint, usageSlot } from '../../lib/model/usage.ts';
import { aMeter } from '../support/meter-builders.ts';
import { anIdleRule } from '../support/policy-builders.ts';
import { aSighting, aVm, lab, noon } from '../support/sighting-builders.ts';

const rule = anIdleRule({ window: minutes(60), percentile: 80 });

/** Figures that are mostly quiet, or no verdict would ever be anything but clear. */
const point = (slot: number) =>
  fc.record({
    at: fc.constant(earlier(noon, milliseconds(slot * usageSlot))),
    cpu: fc.oneof(
      { weight: 5, arbitrary: fc.constant(3) },
      { weight: 1, arbitrary: fc.constantFrom(90, null) },
    ),
    network: fc.oneof(
      { weight: 8, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.constantFrom(99_999, null) },
    ),
  });
const points = fc.tuple(...Array.from({ length: 14 }, (_, slot) => point(slot)));
const kept = fc.array(fc.boolean(), { minLength: 14, maxLength: 14 });

function kindOf(told: readonly UsagePoint[], gpus = 0): string | undefined {
  const usage = [{ vm: VmId.parse('box'), points: [...told] }];
  const facts: Facts = {
    target: targetOf(lab),
    sighting: aSighting({ resources: [aVm({ gpus })], usage }),
    meters: { hour: aMeter('hour', noon), day: aMeter('day', noon), month: aMeter('month', noon) },
    report: null,
    history: [],
  };
  return judgeIdle(rule, facts)[0]?.kind;
}

describe('what is not known never makes a VM idle (invariant 1)', () => {
  it('taking samples away never turns unknown or clear into breached, as long as the newest stays', () => {
    // The newest sample places the window: without it, the question is about another hour.
    fc.assert(
      fc.property(points, kept, (told, keep) => {
        const left = told.filter((_, slot) => slot === 0 || keep[slot]);
        if (kindOf(left) === 'breached') expect(kindOf(told)).toBe('breached');
      }),
      { numRuns: 1_000 },
    );
  });

  it('nor does taking away a figure of a sample, whichever', () => {
    fc.assert(
      fc.property(points, kept, kept, (told, cpu, network) => {
        const left = told.map((sample, slot) => ({
          ...sample,
          cpu: cpu[slot] ? sample.cpu : null,
          network: network[slot] ? sample.network : null,
        }));
        if (kindOf(left) === 'breached') expect(kindOf(told)).toBe('breached');
      }),
      { numRuns: 1_000 },
    );
  });

  it('whatever the samples say, a VM with GPUs is never breached', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 16 }), (told, gpus) => {
        expect(kindOf(told, gpus)).not.toBe('breached');
      }),
    );
  });
});

it('more use never makes a VM idle', () => {
  fc.assert(
    fc.property(points, kept, (told, isBusy) => {
      const busier = told.map((sample, slot) => (isBusy[slot] ? { ...sample, cpu: 100 } : sample));
      if (kindOf(busier) === 'breached') expect(kindOf(told)).toBe('breached');
    }),
    { numRuns: 1_000 },
  );
});

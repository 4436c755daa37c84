import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IdleFacts, judgeIdle } from '../../lib/evaluate/idle.ts';
import { type UsagePoint, usageSlot } from '../../lib/model/facts/usage.ts';
import { targetOf, VmId } from '../../lib/model/ids.ts';
import { earlier, milliseconds, minutes } from '../../lib/model/time/time.ts';
import { anObservation, aVm, lab, noon } from '../support/observation-builders.ts';
import { anIdleRule } from '../support/policy-builders.ts';

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
    disk: fc.oneof(
      { weight: 8, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.constantFrom(999_999, null) },
    ),
    answers: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(true, null) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
  });
const points = fc.tuple(...Array.from({ length: 14 }, (_, slot) => point(slot)));
const kept = fc.array(fc.boolean(), { minLength: 14, maxLength: 14 });

function kindOf(told: readonly UsagePoint[], gpus = 0): string | undefined {
  const usage = [{ vm: VmId.parse('box'), points: [...told] }];
  const facts: IdleFacts = {
    target: targetOf(lab),
    observation: anObservation({ resources: [aVm({ gpus })], usage }),
    samplings: [],
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
      fc.property(points, kept, kept, kept, (told, cpu, network, disk) => {
        const left = told.map((sample, slot) => ({
          ...sample,
          cpu: cpu[slot] ? sample.cpu : null,
          network: network[slot] ? sample.network : null,
          disk: disk[slot] ? sample.disk : null,
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

it.each([
  ['CPU', { cpu: 100 }],
  ['network', { network: 99_999 }],
  ['disk', { disk: 999_999 }],
])('more use of the %s never makes a VM idle', (_, use) => {
  fc.assert(
    fc.property(points, kept, (told, isBusy) => {
      const busier = told.map((sample, slot) => (isBusy[slot] ? { ...sample, ...use } : sample));
      if (kindOf(busier) === 'breached') expect(kindOf(told)).toBe('breached');
    }),
    { numRuns: 1_000 },
  );
});

it('what guests say to pings can only take idle away: none makes a VM idle that was not, or in use', () => {
  fc.assert(
    fc.property(points, (told) => {
      const untold = kindOf(told.map((sample) => ({ ...sample, answers: null })));
      const verdict = kindOf(told);
      if (verdict !== untold) expect([untold, verdict]).toEqual(['breached', 'unknown']);
    }),
    { numRuns: 1_000 },
  );
});

it('a burst that is shorter than the percentile allows does not reset the window, wherever it falls', () => {
  const quiet = Array.from({ length: 12 }, (_, slot) => ({
    at: earlier(noon, milliseconds(slot * usageSlot)),
    cpu: 6,
    network: 0,
    disk: 0,
    answers: null,
  }));
  // Of twelve slots a percentile of 80 lets two be in use.
  fc.assert(
    fc.property(fc.subarray([...quiet.keys()], { maxLength: 2 }), (burst) => {
      expect(
        kindOf(quiet.map((sample, slot) => (burst.includes(slot) ? { ...sample, cpu: 100 } : sample))),
      ).toBe('breached');
    }),
  );
  fc.assert(
    fc.property(fc.subarray([...quiet.keys()], { minLength: 3 }), (burst) => {
      expect(
        kindOf(quiet.map((sample, slot) => (burst.includes(slot) ? { ...sample, cpu: 100 } : sample))),
      ).toBe('clear');
    }),
  );
});

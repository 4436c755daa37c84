import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type UsagePoint, usageSlot } from '../../../lib/model/facts/usage.ts';
import { VmId } from '../../../lib/model/ids.ts';
import { earlier, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { type IdleFacts, judgeIdle } from '../../../lib/rules/idle/judge.ts';
import { anObservation, aVm, noon } from '../../support/builders/observation-builders.ts';
import { anIdleRule } from '../../support/builders/policy-builders.ts';
import { runs, scaled } from '../../support/tier.ts';
import { facts } from './judged-vm.ts';

const rule = anIdleRule({ window: minutes(60), percentile: 80 });

/** Figures that are mostly quiet, since otherwise nearly every verdict would be clear. */
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
  return judgeIdle(rule, facts(anObservation({ resources: [aVm({ gpus })], usage })))[0]?.kind;
}

describe('unknown facts never make a VM idle (invariant 1)', () => {
  it('removing samples never turns unknown or clear into breached, as long as the newest stays', () => {
    // The newest sample places the window: without it, the verdict would be about another hour.
    fc.assert(
      fc.property(points, kept, (told, keep) => {
        const left = told.filter((_, slot) => slot === 0 || keep[slot]);
        if (kindOf(left) === 'breached') expect(kindOf(told)).toBe('breached');
      }),
      runs(1_000),
    );
  });

  it('nor does removing a figure of a sample, whichever it is', () => {
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
      runs(1_000),
    );
  });

  it('a VM whose GPU use is unknown is never breached, whatever its samples show', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 16 }), (told, gpus) => {
        expect(kindOf(told, gpus)).not.toBe('breached');
      }),
    );
  });
});

describe('signals (invariants 1 and 19)', () => {
  const gpus = 2;
  const signal = fc.record(
    {
      gpu: fc.oneof(
        { weight: 40, arbitrary: fc.constant({ known: gpus, busiest: 0, memory: null }) },
        {
          weight: 1,
          arbitrary: fc.record({
            known: fc.integer({ min: 0, max: gpus + 1 }),
            busiest: fc.constantFrom(0, 4, 5, 100),
            memory: fc.constant(null),
          }),
        },
      ),
      logins: fc.oneof({ weight: 10, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(2) }),
    },
    { requiredKeys: ['gpu'] },
  );
  /** Quiet by all that the platform reports, so that signals decide. */
  const calm = points.map((told) =>
    told.map((sample) => ({ ...sample, cpu: 3, network: 0, disk: 0, answers: null })),
  );
  const signalled = fc
    .tuple(fc.oneof(points, calm), fc.array(signal, { minLength: 14, maxLength: 14 }))
    .map(([told, signals]) => told.map((sample, slot): UsagePoint => ({ ...sample, ...signals[slot] })));
  const without = ({ gpu: _, logins: __, ...sample }: UsagePoint): UsagePoint => sample;

  it('that are removed never make a VM idle, as long as the newest stays', () => {
    let breached = 0;
    fc.assert(
      fc.property(signalled, kept, (told, keep) => {
        const left = told.map((sample, slot) => (slot === 0 || keep[slot] ? sample : without(sample)));
        if (kindOf(left, gpus) === 'breached') expect(kindOf(told, gpus)).toBe('breached');
        if (kindOf(told, gpus) === 'breached') breached += 1;
      }),
      runs(500),
    );
    expect(breached).toBeGreaterThan(scaled(40));
  });

  it.each([
    ['a GPU at work', { gpu: { known: 2, busiest: 5, memory: null } }],
    ['a GPU at work, the other unknown', { gpu: { known: 1, busiest: 100, memory: null } }],
    ['a GPU that is not known', { gpu: { known: 1, busiest: 0, memory: null } }],
    ['GPUs of another machine', { gpu: { known: 3, busiest: 0, memory: null } }],
    ['somebody logged in', { logins: 1 }],
  ])('that show %s never make a VM idle', (_, told) => {
    fc.assert(
      fc.property(signalled, kept, (samples, isBusier) => {
        const busier = samples.map((sample, slot) =>
          slot > 0 && isBusier[slot] ? { ...sample, ...told } : sample,
        );
        if (kindOf(busier, gpus) === 'breached') expect(kindOf(samples, gpus)).toBe('breached');
      }),
      runs(1_000),
    );
  });

  it('that are sent again, in part or whole, never cancel use that was seen, as long as the newest stays', () => {
    fc.assert(
      fc.property(signalled, kept, (told, isAgain) => {
        // Signals of a newer slot than any known so far move the window: the verdict would be about another hour.
        const newest = told.findIndex(({ gpu }) => gpu?.known === gpus);
        const again = told
          .filter((_, slot) => isAgain[slot] && slot >= newest && newest >= 0)
          .map((sample) => ({ ...without(sample), gpu: { known: gpus, busiest: 0, memory: null } }));
        if (kindOf(told, gpus) !== 'clear') return;
        expect(kindOf([...told, ...again], gpus)).not.toBe('breached');
      }),
      runs(1_000),
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
    runs(1_000),
  );
});

it('answers to pings can only turn idle into unknown, and change no other verdict', () => {
  fc.assert(
    fc.property(points, (told) => {
      const untold = kindOf(told.map((sample) => ({ ...sample, answers: null })));
      const verdict = kindOf(told);
      if (verdict !== untold) expect([untold, verdict]).toEqual(['breached', 'unknown']);
    }),
    runs(1_000),
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
  // Of twelve slots a percentile of 80 allows two in use.
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

it('the verdict of one rule does not change that of another on the same facts', () => {
  const rules = [minutes(20), minutes(60)].map((window) => anIdleRule({ window, percentile: 80 }));
  const factsOf = (told: readonly UsagePoint[]): IdleFacts => {
    const usage = [{ vm: VmId.parse('box'), points: told.slice(0, 7) }];
    const before = { at: noon, usage: [{ vm: VmId.parse('box'), points: told.slice(7) }] };
    return facts(anObservation({ resources: [aVm()], usage }), [before]);
  };
  fc.assert(
    fc.property(points, fc.boolean(), (told, isReversed) => {
      const shared = factsOf(told);
      for (const one of isReversed ? [...rules].reverse() : rules)
        expect(judgeIdle(one, shared)).toEqual(judgeIdle(one, factsOf(told)));
    }),
    runs(300),
  );
});

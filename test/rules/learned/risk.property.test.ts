import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import {
  buildUseStretches,
  type UsePoint,
  usualMeaning,
  withUse,
} from '../../../lib/model/facts/use-history.ts';
import { earlier, hours, milliseconds } from '../../../lib/model/time/time.ts';
import { computeCpuLoad } from '../../../lib/rules/idle/learned/load.ts';
import { computeStopRisk } from '../../../lib/rules/idle/learned/risk.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { runs } from '../../support/tier.ts';

const anHour = 12;
const daysTold = 29;
const slots = daysTold * 24 * anHour;

/** A slot: its CPU, use by another signal, or no sample at all. */
type Slot = number | 'signal' | null;

function riskOf(told: readonly Slot[], horizon = 8) {
  const points = told.flatMap((one, slot): UsePoint[] => {
    if (one === null) return [];
    const at = earlier(noon, milliseconds((told.length - 1 - slot) * usageSlot));
    const isUsed = one === 'signal';
    return [{ at, cpu: isUsed ? 2 : one, gpu: { known: 1, busiest: isUsed ? 40 : 0, memory: null } }];
  });
  const history = withUse(null, points, { meaning: usualMeaning, gpus: 1, until: noon });
  return (
    history &&
    computeStopRisk(
      buildUseStretches(history, { gpus: noon }),
      noon,
      hours(horizon),
      computeCpuLoad(points, noon, 15),
    )
  );
}
const risk = (told: readonly Slot[], horizon?: number) => riskOf(told, horizon)?.risk ?? 1;

/** Hours of use and of quiet, the last five of them quiet, since otherwise there would rarely be a risk. */
const life = fc
  .array(fc.constantFrom<Slot>(2, 2, 2, 2, 2, 2, 2, 2, 12, 60, 'signal'), {
    minLength: daysTold * 24,
    maxLength: daysTold * 24,
  })
  .map((told) => told.fill(2, -5).flatMap((one) => new Array<Slot>(anHour).fill(one)));

/** Slots of the four weeks, more of them in the last hours. */
const some = fc.array(
  fc.record({
    from: fc.oneof(fc.nat(slots - 1), fc.integer({ min: slots - 8 * anHour, max: slots - 1 })),
    length: fc.integer({ min: 1, max: 9 * anHour }),
  }),
  { minLength: 1, maxLength: 6 },
);
type Some = readonly { readonly from: number; readonly length: number }[];
const changed = (told: readonly Slot[], where: Some, to: (one: Slot) => Slot): readonly Slot[] =>
  told.map((one, slot) =>
    where.some(({ from, length }) => slot >= from && slot < from + length) ? to(one) : one,
  );
/** Slots of more than ten hours ago: use in the last hours may be the use that was due, which lowers the risk. */
const earlierSome = some.map((all) =>
  all.flatMap(({ from, length }) => {
    const until = Math.min(from + length, slots - 10 * anHour);
    return until > from ? [{ from, length: until - from }] : [];
  }),
);
/** More than rounding. */
const atLeast = (figure: number) => figure - 1e-12;

describe('the risk of stopping a VM', () => {
  it('is never lowered by a gap in a time in which it was quiet', () => {
    fc.assert(
      fc.property(life, some, (told, gaps) => {
        // For half an hour after use, its mean still includes some of it.
        const isQuiet = (slot: number) =>
          told.slice(Math.max(0, slot - 6), slot + 7).every((one) => one === 2);
        const left = told.map((one, slot) =>
          isQuiet(slot) && gaps.some(({ from, length }) => slot >= from && slot < from + length) ? null : one,
        );
        expect(risk(left)).toBeGreaterThanOrEqual(atLeast(risk(told)));
      }),
      runs(60),
    );
  });

  it('is never lowered by a gap in the last hours, whatever the gap hides', () => {
    const last = fc.record({
      from: fc.integer({ min: slots - 5 * anHour, max: slots - 1 }),
      length: fc.nat(60),
    });
    const ends = fc.array(fc.constantFrom<Slot>(2, 12, 60, 'signal'), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(life, ends, last, (told, end, gap) => {
        const own = [
          ...told.slice(0, -5 * anHour),
          ...end.flatMap((one) => new Array<Slot>(anHour).fill(one)),
        ];
        const left = changed(own, [{ ...gap, length: gap.length + 1 }], () => null);
        expect(risk(left)).toBeGreaterThanOrEqual(atLeast(risk(own)));
      }),
      runs(60),
    );
  });

  // Load in one slot that is less than use, or known quiet after use, may make a time known in which nothing was known.
  it('is never lowered by load of the CPU in earlier hours, even where nothing was known', () => {
    fc.assert(
      fc.property(life, some, earlierSome, (told, gaps, where) => {
        const known = changed(told, gaps, () => null);
        expect(risk(changed(known, where, () => 100))).toBeGreaterThanOrEqual(atLeast(risk(known)));
      }),
      runs(60),
    );
  });

  it.each<Slot>([60, 'signal'])('is never lowered by use in quiet time of earlier hours: %s', (use) => {
    fc.assert(
      fc.property(life, some, earlierSome, (told, gaps, where) => {
        const known = changed(told, gaps, () => null);
        const more = changed(known, where, (one) => (one === 2 ? use : one));
        expect(risk(more)).toBeGreaterThanOrEqual(atLeast(risk(known)));
      }),
      runs(60),
    );
  });

  it.each([4, 8, 12, 24])('is low for a VM that nobody uses, within %i h', (horizon) => {
    expect(risk(new Array<Slot>(slots).fill(2), horizon)).toBeLessThan(0.005);
  });

  it.each<[string, Slot]>([
    ['CPU', 60],
    ['another signal', 'signal'],
  ])('is high in all hours before a job that comes every day, which %s shows', (_, use) => {
    for (let ahead = 1; ahead <= 8; ahead += 1) {
      const job = Array.from({ length: slots }, (_, slot): Slot => {
        const hour = Math.floor((slots - 1 - slot) / anHour) + ahead;
        return hour % 24 >= 22 ? use : 2;
      });
      // It ended before it was quiet for the last hours, up to fourteen of them.
      expect(risk(job)).toBeGreaterThan(0.5);
    }
  });

  it('counts the days of the week with a habit by themselves where they show more', () => {
    const mondays = (count: number) =>
      Array.from({ length: slots }, (_, slot): Slot => {
        // For an hour, five hours after this time of day.
        const ago = Math.ceil((slots - slot) / anHour) + 5;
        return ago % (7 * 24) === 0 && ago <= count * 7 * 24 ? 60 : 2;
      });
    expect(riskOf(mondays(4))?.past.sameWeekday.used).toBe(4);
    expect(risk(mondays(4))).toBeGreaterThan(0.2);
    expect(risk(mondays(1))).toBeLessThan(0.02);
  });

  it('is high for a VM in its first days, so that the rule waits for longer', () => {
    const quiet = (hoursQuiet: number) => risk(new Array<Slot>(hoursQuiet * anHour).fill(2));
    expect(quiet(24)).toBeGreaterThan(0.05);
    expect(quiet(72)).toBeLessThan(0.05);
  });
});

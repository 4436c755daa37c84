import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../lib/evaluate/learned/risk.ts';
import { type Horizon, horizonOf, riskOf } from '../../../lib/evaluate/learned/scorecard.ts';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { type CpuPoint, withUse } from '../../../lib/model/facts/use-history.ts';
import { earlier, hours, milliseconds } from '../../../lib/model/time/time.ts';
import { noon } from '../../support/builders/observation-builders.ts';

const anHour = 12;
const daysTold = 29;
const slots = daysTold * 24 * anHour;
const endsAt = (slot: number) => earlier(noon, milliseconds((slots - 1 - slot) * usageSlot));

/** Hours of use and of quiet, the last three of them quiet, or the rule would hardly ever say anything. */
const life = fc
  .array(fc.constantFrom(2, 2, 2, 2, 2, 12, 60), { minLength: daysTold * 24, maxLength: daysTold * 24 })
  .map((told) => told.fill(2, -3).flatMap((cpu) => new Array<number>(anHour).fill(cpu)));

/** Stretches to take away, of up to six hours, one a day, so that none of them is as long as an outage. */
const taken = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: daysTold - 1 }),
    from: fc.nat(17 * anHour),
    length: fc.integer({ min: 1, max: 6 * anHour }),
  }),
  { minLength: 1, maxLength: 4 },
);

function riskAt(cpu: readonly (number | null)[], horizon: Horizon = '8'): number | null {
  const points = cpu.map((figure, slot): CpuPoint => ({ at: endsAt(slot), cpu: figure }));
  const history = withUse(null, points);
  const evidence = history && evidenceOf(history, points.slice(-48), noon, hours(Number(horizon)));
  return evidence && riskOf(evidence, horizon);
}

describe('the risk of stopping a machine', () => {
  it('is never lowered by samples that are missing', () => {
    fc.assert(
      fc.property(life, taken, (told, gaps) => {
        const left: (number | null)[] = [...told];
        for (const { day, from, length } of gaps) {
          const start = Math.max(1, day * 24 * anHour + from);
          left.fill(null, start, start + length);
        }
        expect(riskAt(left) ?? 1).toBeGreaterThanOrEqual(riskAt(told) ?? 0);
      }),
      { numRuns: 40 },
    );
  });

  it('is never lowered by load in the last hour', () => {
    const load = fc.array(fc.constantFrom(0, 5, 12, 40, 98), { minLength: anHour, maxLength: anHour });
    fc.assert(
      fc.property(life, load, (told, extra) => {
        const loaded = told.map((cpu, slot) => cpu + (extra[slot - (slots - anHour)] ?? 0));
        expect(riskAt(loaded) ?? 1).toBeGreaterThanOrEqual(riskAt(told) ?? 0);
      }),
      { numRuns: 40 },
    );
  });

  it('is low for a machine that nobody uses, and high before a job that comes every day', () => {
    const job = (hour: number, length: number) =>
      Array.from({ length: slots }, (_, slot) => {
        const time = (hourOf(slot) - hour + 24) % 24;
        return time < length ? 60 : 2;
      });
    const hourOf = (slot: number) => (12 + 24 - (slots - 1 - slot) / anHour + daysTold * 24) % 24;
    expect(riskAt(new Array<number>(slots).fill(2))).toBeLessThan(0.01);
    expect(riskAt(job(15, 1))).toBeGreaterThan(0.5);
    expect(riskAt(job(8, 1))).toBeLessThan(0.2);
  });

  it.each(['4', '8', '12', '24'] as const)(
    'can be told for %s hours, and for no time that it is not fitted for',
    (horizon) => {
      expect(horizonOf(hours(Number(horizon)))).toBe(horizon);
      expect(riskAt(new Array<number>(slots).fill(2), horizon)).toBeLessThan(0.02);
      expect(() => horizonOf(hours(7))).toThrow('not fitted for 7 h');
    },
  );
});

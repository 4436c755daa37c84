import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../lib/evaluate/learned/risk.ts';
import { type Horizon, horizonOf, riskOf } from '../../../lib/evaluate/learned/scorecard.ts';
import { similarUse } from '../../../lib/evaluate/learned/similar-use.ts';
import { settledAt } from '../../../lib/model/facts/fleet-use.ts';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { type CpuPoint, useLimit, withUse } from '../../../lib/model/facts/use-history.ts';
import { VmId } from '../../../lib/model/ids.ts';
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
const taken = fc.uniqueArray(
  fc.record({
    day: fc.integer({ min: 0, max: daysTold - 1 }),
    from: fc.nat(17 * anHour),
    length: fc.integer({ min: 1, max: 6 * anHour }),
  }),
  { minLength: 1, maxLength: 4, selector: ({ day }) => day },
);

type Cpu = readonly (number | null)[];

/** Samples until noon. */
const pointsOf = (cpu: Cpu) =>
  cpu.map((figure, slot): CpuPoint => ({ at: endsAt(slot + slots - cpu.length), cpu: figure }));
const me = VmId.parse('vm-0');
const settled = settledAt(noon);

/** The evidence for the risk of a VM beside others, whose samples of the last hours have not come yet. */
function evidenceFor(cpu: Cpu, others: readonly Cpu[] = [], horizon: Horizon = '8') {
  const points = pointsOf(cpu);
  const history = withUse(null, points);
  const of = new Map(
    others.flatMap((other, index) => {
      const known = pointsOf(other).filter(({ at }) => at <= settled);
      const use = withUse(null, known, settled);
      return use === null ? [] : [[VmId.parse(`vm-${index + 1}`), use] as const];
    }),
  );
  const { around } = similarUse({ until: settled, limit: useLimit, of });
  return (
    history &&
    evidenceOf(history, points.slice(-48), noon, hours(Number(horizon)), (own) =>
      around(me, history, own, settled),
    )
  );
}

function riskAt(cpu: Cpu, horizon: Horizon = '8', others: readonly Cpu[] = []): number | null {
  const evidence = evidenceFor(cpu, others, horizon);
  return evidence && riskOf(evidence, horizon);
}

/** The samples from the first one on. */
const sinceFirst = (cpu: Cpu): Cpu => cpu.slice(cpu.findIndex((figure) => figure !== null));

function without(told: Cpu, gaps: readonly { day: number; from: number; length: number }[]): Cpu {
  const left = [...told];
  for (const { day, from, length } of gaps) {
    const start = Math.max(1, day * 24 * anHour + from);
    left.fill(null, start, start + length);
  }
  return left;
}

/** Hours of use that VMs have in common, each in hours of its own as well. */
const livesAlike = fc
  .tuple(life, fc.array(fc.tuple(life, fc.infiniteStream(fc.boolean())), { minLength: 1, maxLength: 4 }))
  .map(([own, others]) => {
    const alike = others.map(([other, isOwn]) => {
      const hours = Array.from({ length: daysTold * 24 }, () => isOwn.next().value);
      return other.map((cpu, slot) => (hours[Math.floor(slot / anHour)] ? (own[slot] ?? cpu) : cpu));
    });
    return { own, others: alike };
  });
/** More than rounding. */
const atLeast = (risk: number) => risk - 1e-12;

describe('the risk of stopping a machine', () => {
  it('is never lowered by samples that are missing, however young the machine is', () => {
    fc.assert(
      fc.property(life, taken, fc.integer({ min: 1, max: daysTold * 24 }), (told, gaps, age) => {
        const [known, left] = [told, without(told, gaps)].map((cpu) => sinceFirst(cpu.slice(-age * anHour)));
        if (known?.[0] !== left?.[0] || known?.length !== left?.length) return;
        expect(riskAt(left ?? []) ?? 1).toBeGreaterThanOrEqual(riskAt(known ?? []) ?? 0);
      }),
      { numRuns: 80 },
    );
  });

  it.each([25, 30, 40, 47, 49, 80, 400])(
    'does not count the start of a history as use: quiet for %i h',
    (age) => {
      const life = new Array<number>(age * anHour).fill(2);
      expect(evidenceFor(life)).toMatchObject({ used: 0, usedInAll: 0, left: 0 });
      expect(evidenceFor(life, [life])).toEqual(evidenceFor(life, [life.slice(anHour)]));
    },
  );

  it('is never lowered by samples that are missing of it or of VMs beside it', () => {
    fc.assert(
      fc.property(livesAlike, taken, taken, fc.boolean(), ({ own, others }, gaps, ownGaps, isOwn) => {
        const left = others.map((other, index) => (index % 2 === 0 ? without(other, gaps) : other));
        const risk = riskAt(own, '8', others) ?? 0;
        expect(riskAt(isOwn ? without(own, ownGaps) : own, '8', left) ?? 1).toBeGreaterThanOrEqual(
          atLeast(risk),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('is never lowered by load of VMs beside it in the last hours that are known', () => {
    const load = fc.array(fc.constantFrom(0, 12, 98), { minLength: anHour, maxLength: anHour });
    const last = slots - 3 * anHour;
    fc.assert(
      fc.property(livesAlike, load, ({ own, others }, extra) => {
        const loaded = others.map((other) =>
          other.map((cpu, slot) => (cpu ?? 0) + (extra[slot - last] ?? 0)),
        );
        expect(riskAt(own, '8', loaded) ?? 1).toBeGreaterThanOrEqual(atLeast(riskAt(own, '8', others) ?? 0));
      }),
      { numRuns: 40 },
    );
  });

  it('grows where VMs that work when it does work at an unusual hour, and does not where others do', () => {
    const hourOf = (slot: number) => Math.floor(slot / anHour);
    const jobs = (isBusy: (hour: number) => boolean) =>
      Array.from({ length: slots }, (_, slot) => (isBusy(hourOf(slot)) ? 60 : 2));
    const at = (hour: number) => Math.floor(hour / 24) % 3 === 0 && hour % 24 === 5;
    const now = (hour: number) => hour === daysTold * 24 - 5;
    const [own, twin] = [jobs(at), jobs((hour) => at(hour) || now(hour))];
    const stranger = jobs((hour) => at(hour + 12) || now(hour));
    const alone = riskAt(own) ?? 1;
    expect(riskAt(own, '8', [twin])).toBeGreaterThan(1.3 * alone);
    expect(riskAt(own, '8', [stranger])).toBeLessThan(1.2 * alone);
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

  it('is never lowered by use after an outage, which may have begun in it', () => {
    // It works for an hour after each noon; two days ago, that is hidden.
    const told = Array.from({ length: slots }, (_, slot) => (slot % (24 * anHour) < anHour ? 60 : 2));
    const now = slots - 2 * 24 * anHour;
    const hidden = told.map((cpu, slot) =>
      slot >= now - 8 * anHour && slot < now + 6 * anHour ? null : cpu,
    );
    for (const horizon of ['8', '12'] as const)
      for (let late = -2 * anHour; late < anHour; late += 1) {
        const from = now + Number(horizon) * anHour + late;
        const used = hidden.map((cpu, slot) => (slot >= from && slot < from + 6 ? 60 : cpu));
        expect(riskAt(used, horizon) ?? 1).toBeGreaterThanOrEqual(atLeast(riskAt(hidden, horizon) ?? 0));
      }
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

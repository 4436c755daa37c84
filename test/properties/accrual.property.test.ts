import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeAccrual, sumAccrual } from '../../lib/meter/accrue.ts';
import { advance, emptyMeter } from '../../lib/meter/advance.ts';
import type { ProjectObservation } from '../../lib/model/facts/observation.ts';
import type { Meter } from '../../lib/model/money/meter.ts';
import { addCharges, noCharge, StoredCharge } from '../../lib/model/money/money.ts';
import { findPeriod, PeriodUnit } from '../../lib/model/time/period.ts';
import { hours, type Instant, instant, later, milliseconds } from '../../lib/model/time/time.ts';
import { at } from '../support/at.ts';
import { anObservation, aVm } from '../support/builders/observation-builders.ts';
import { runs } from '../support/tier.ts';

/** Anything that lives for a while at one price, in billionths of a dollar an hour. */
type Life = { readonly id: string; readonly price: bigint; readonly from: number; readonly until: number };

const day = 86_400_000;
/** Edges of months, and days on which clocks change somewhere. */
const begin = fc
  .constantFrom(
    '2026-02-27T20:11:07',
    '2026-03-28T21:00:00',
    '2026-10-24T22:30:00',
    '2026-10-31T17:59:59',
    '2026-12-30T23:00:00',
  )
  .map(at);
const zone = fc.constantFrom(
  'UTC',
  'Europe/London',
  'Asia/Kolkata',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
);
const life = (id: string) =>
  fc.record({
    id: fc.constant(id),
    price: fc.bigInt({ min: 0n, max: 40_000_000_000n }),
    from: fc.integer({ min: -day, max: 2 * day }),
    until: fc.integer({ min: 0, max: 3 * day }),
  });
const lives = fc.tuple(life('a'), life('b'), life('c'));
/** Polls less than three hours apart, so that no price has to be given up. */
const buffered = fc
  .array(fc.integer({ min: 1, max: 2 * 3_600_000 }), { minLength: 1, maxLength: 40 })
  .map((steps) => {
    let poll = 0;
    return [0, ...steps.map((step) => (poll += step))];
  });

const priceOf = ({ price }: Life): string =>
  `${price / 1_000_000_000n}.${String(price % 1_000_000_000n).padStart(9, '0')}`;
const observationAt = (start: Instant, poll: number, all: readonly Life[]): ProjectObservation => {
  const seenAt = later(start, milliseconds(poll));
  return anObservation({
    at: seenAt,
    resources: all
      .filter(({ from, until }) => from <= poll && poll < until)
      .map((one) =>
        aVm({ id: one.id, price: priceOf(one), createdAt: later(start, milliseconds(one.from)), seenAt }),
      ),
  });
};

/** Every meter of the time from the first poll to the last, the running ones at the end. */
function metersOf(
  start: Instant,
  at: readonly number[],
  all: readonly Life[],
  name: string,
): readonly Meter[] {
  const running = new Map(
    PeriodUnit.options.map((unit) => [unit, emptyMeter(findPeriod(unit, start, name), start)]),
  );
  const closed: Meter[] = [];
  let previous = observationAt(start, 0, all);
  for (const poll of at.slice(1)) {
    const next = observationAt(start, poll, all);
    const accrual = computeAccrual(previous, next, hours(3));
    for (const [unit, meter] of running) {
      const advanced = advance(meter, accrual, next.at, name);
      running.set(unit, advanced.meter);
      closed.push(...advanced.closed);
    }
    previous = next;
  }
  return [...closed, ...running.values()];
}
const sumOf = (meters: readonly Meter[], unit: PeriodUnit): string =>
  StoredCharge.encode(
    meters
      .filter(({ period }) => period.unit === unit)
      .reduce((sum, { charge }) => addCharges(sum, charge), noCharge),
  );

/**
 * Computes what the polls allow to be known in another way, in whole numbers: per resource, from
 * its creation or the first poll to the poll that missed it.
 */
function oracle(at: readonly number[], all: readonly Life[]): string {
  let total = 0n;
  for (const { price, from, until } of all) {
    const shown = at.filter((poll) => from <= poll && poll < until);
    const [first] = shown;
    const last = shown.at(-1);
    if (first === undefined || last === undefined) continue;
    const missed = at.find((poll) => poll > last) ?? last;
    const before = at.filter((poll) => poll < first).at(-1) ?? first;
    total += price * BigInt(missed - Math.max(from, before));
  }
  const fraction = String(total % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return `${total / 1_000_000_000n}${fraction && `.${fraction}`}`;
}

describe('money that accrues (invariant 9)', () => {
  it('equals an independent computation in whole numbers, to the last digit', () => {
    fc.assert(
      fc.property(begin, buffered, lives, zone, (start, at, all, name) => {
        const meters = metersOf(start, at, all, name);
        for (const unit of PeriodUnit.options) expect(sumOf(meters, unit)).toBe(oracle(at, all));
        expect(meters.every(({ gap }) => gap === 0)).toBe(true);
      }),
      runs(100),
    );
  });

  it('does not change when further polls divide the time in between', () => {
    const steady = lives.map((all) => all.map((one) => ({ ...one, from: -day, until: 40 * day })));
    fc.assert(
      fc.property(begin, buffered, buffered, steady, zone, (start, at, others, all, name) => {
        const end = at.at(-1) ?? 0;
        const more = [...new Set([...at, ...others.filter((poll) => poll < end)])].sort(
          (left, right) => left - right,
        );
        const stored = (meters: readonly Meter[]) =>
          meters.map(({ period, charge, gap }) => ({ ...period, charge: StoredCharge.encode(charge), gap }));
        const few = metersOf(start, at, all, name);
        const many = metersOf(start, more, all, name);
        const byPeriod = (left: { unit: string; from: number }, right: { unit: string; from: number }) =>
          left.unit.localeCompare(right.unit) || left.from - right.from;
        expect(stored(many).sort(byPeriod)).toEqual(stored(few).sort(byPeriod));
      }),
      runs(100),
    );
  });

  it('is in periods that follow one another without a gap or an overlap', () => {
    fc.assert(
      fc.property(begin, buffered, zone, fc.option(zone), fc.nat(), (start, at, name, other, change) => {
        const accrual = {
          held: [],
          counted: { matches: [], from: instant(0) },
          gap: { from: start, until: start },
        };
        for (const unit of PeriodUnit.options) {
          const chain: Meter[] = [];
          let meter = emptyMeter(findPeriod(unit, start, name), start);
          for (const [index, poll] of at.entries()) {
            const current = other !== null && index > change % at.length ? other : name;
            const advanced = advance(meter, accrual, later(start, milliseconds(poll)), current);
            chain.push(...advanced.closed);
            meter = advanced.meter;
          }
          chain.push(meter);
          for (const [index, { period }] of chain.entries()) {
            expect(period.until).toBeGreaterThan(period.from);
            if (index > 0) expect(period.from).toBe(chain[index - 1]?.period.until);
          }
          expect(meter.period.until).toBeGreaterThan(later(start, milliseconds(at.at(-1) ?? 0)));
        }
      }),
      runs(100),
    );
  });
});

it('an accrual is the sum of its meters', () => {
  fc.assert(
    fc.property(begin, fc.integer({ min: 1, max: 4 * day }), lives, zone, (start, long, all, name) => {
      const [first, last] = [observationAt(start, 0, all), observationAt(start, long, all)];
      const accrual = computeAccrual(first, last, hours(3));
      const { meter, closed } = advance(
        emptyMeter(findPeriod('hour', start, name), start),
        accrual,
        instant(last.at),
        name,
      );
      expect(sumOf([...closed, meter], 'hour')).toBe(StoredCharge.encode(sumAccrual(accrual).charge));
      const gaps = [...closed, meter].reduce((sum, { gap }) => sum + gap, 0);
      expect(gaps).toBe(accrual.gap.until - accrual.gap.from);
    }),
    runs(100),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meterSpend } from '../../lib/meter/meter-spend.ts';
import type { Rollup } from '../../lib/model/money/meter.ts';
import { StoredCharge } from '../../lib/model/money/money.ts';
import type { Tags } from '../../lib/model/money/share.ts';
import type { PeriodUnit } from '../../lib/model/time/period.ts';
import { hours, later, milliseconds } from '../../lib/model/time/time.ts';
import type { Head } from '../../lib/state/head.ts';
import { at } from '../support/at.ts';
import { aHead, anObservation, aVm } from '../support/builders/observation-builders.ts';
import { runs } from '../support/tier.ts';

const start = at('2026-10-24T20:13:07');
const day = 86_400_000;

/** A VM that lives for a while at one price, in thousandths of a dollar an hour, and belongs to someone. */
type Life = {
  readonly price: number;
  readonly from: number;
  readonly until: number;
  readonly team: string | null;
  readonly dataCenter: string;
  readonly by: string;
};
const life: fc.Arbitrary<Life> = fc.record({
  price: fc.integer({ min: 0, max: 40_000 }),
  from: fc.integer({ min: -day, max: 9 * day }),
  until: fc.integer({ min: 0, max: 9 * day }),
  team: fc.constantFrom('ml', 'web', null),
  dataCenter: fc.constantFrom('a', 'b'),
  by: fc.constantFrom('ann', 'bob'),
});
const buffered = fc
  .array(fc.integer({ min: 1, max: 2.9 * 3_600_000 }), { minLength: 1, maxLength: 60 })
  .map((steps) => {
    let poll = 0;
    return [0, ...steps.map((step) => (poll += step))];
  });
const zone = fc.constantFrom('UTC', 'Europe/London', 'Asia/Kolkata', 'Pacific/Kiritimati');

/** All meters from the first poll to the last: those that closed, and those that run. */
function metersOf(all: readonly Life[], moments: readonly number[], timezone: string): readonly Rollup[] {
  let head: Head = aHead();
  const closed: Rollup[] = [];
  for (const poll of moments) {
    const seenAt = later(start, milliseconds(poll));
    const resources = all.flatMap(({ price, from, until, team, dataCenter, by }, index) =>
      from <= poll && poll < until
        ? aVm({
            id: `vm-${index}`,
            price: (price / 1_000).toFixed(3),
            createdAt: later(start, milliseconds(from)),
            metadata: team === null ? { note: `${index}` } : { team, note: `${index}` },
            dataCenter,
            createdBy: by,
            seenAt,
          })
        : [],
    );
    const observation = anObservation({ at: seenAt, resources });
    const policy = { timezone, rules: [], attribute: ['team'] };
    const metered = meterSpend(head, observation, null, policy, hours(3));
    closed.push(...metered.closed);
    head = { ...head, observation, ...metered, closedHours: [...metered.closedHours] };
  }
  return [...closed, ...Object.values(head.meters ?? {})];
}

const nameOf = ({ dataCenter, createdBy, metadata }: Tags): string =>
  [dataCenter, createdBy, metadata?.['team'] ?? 'nobody'].join('/');

/** Charges by name in thousandths of a dollar an hour times milliseconds; nothing of nobody. */
const byName = (entries: Iterable<readonly [string, bigint]>): Record<string, bigint> => {
  const sums: Record<string, bigint> = {};
  for (const [name, amount] of entries) if (amount !== 0n) sums[name] = (sums[name] ?? 0n) + amount;
  return sums;
};
const thousandths = (charge: Rollup['charge']): bigint => {
  const [whole = '0', rest = ''] = StoredCharge.encode(charge).split('.');
  return BigInt(whole + rest.padEnd(3, '0'));
};
const sharesOf = (meters: readonly Rollup[], unit: PeriodUnit) =>
  byName(
    meters
      .filter(({ period }) => period.unit === unit)
      .flatMap(({ shares }) =>
        shares.map(({ tags, charge }) => [nameOf(tags), thousandths(charge)] as const),
      ),
  );

/** Computed life by life in whole numbers: from its creation or the first poll to the poll that missed it. */
function oracle(all: readonly Life[], moments: readonly number[]): Record<string, bigint> {
  return byName(
    all.map(({ price, from, until, team, dataCenter, by }) => {
      const shown = moments.filter((poll) => from <= poll && poll < until);
      const [first] = shown;
      const last = shown.at(-1);
      const name = [dataCenter, by, team ?? 'nobody'].join('/');
      if (first === undefined || last === undefined) return [name, 0n] as const;
      const missed = moments.find((poll) => poll > last) ?? last;
      const before = moments.filter((poll) => poll < first).at(-1) ?? first;
      return [name, BigInt(price) * BigInt(missed - Math.max(from, before))] as const;
    }),
  );
}

describe('the shares of a charge (invariant 9)', () => {
  it('equal an independent computation for each set of tags, by hours, by days and by months', () => {
    fc.assert(
      fc.property(fc.array(life, { maxLength: 8 }), buffered, zone, (all, moments, name) => {
        const meters = metersOf(all, moments, name);
        const expected = oracle(all, moments);
        for (const unit of ['hour', 'day', 'month'] as const) {
          expect(sharesOf(meters, unit)).toEqual(expected);
        }
      }),
    );
  });

  it('sum to the charge of every meter, to the last digit, and are at most 64', () => {
    const many = fc
      .array(life, { minLength: 70, maxLength: 90 })
      .map((all) =>
        all.map((one, index) => ({ ...one, by: `user-${index}`, dataCenter: `dc-${index % 20}` })),
      );
    fc.assert(
      fc.property(many, buffered, zone, (all, moments, name) => {
        const meters = metersOf(all, moments, name);
        for (const { shares, charge } of meters) {
          expect(shares.length).toBeLessThanOrEqual(64);
          const sum = shares.reduce((total, share) => total + thousandths(share.charge), 0n);
          expect(sum).toBe(thousandths(charge));
        }
        expect(sharesOf(meters, 'hour')).toEqual(sharesOf(meters, 'month'));
        expect(sharesOf(meters, 'day')).toEqual(sharesOf(meters, 'month'));
      }),
      runs(25),
    );
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { totalSpend } from '../../lib/decide/group.ts';
import { meterSpend } from '../../lib/meter/meter-spend.ts';
import { type ChargeWithEstimate, getEstimatedCharge, sumCharged } from '../../lib/model/money/charged.ts';
import type { Rollup } from '../../lib/model/money/meter.ts';
import { StoredCharge } from '../../lib/model/money/money.ts';
import type { PriceBasis } from '../../lib/model/money/price.ts';
import { hours, instant, later, milliseconds } from '../../lib/model/time/time.ts';
import { decodeHead, encodeHead } from '../../lib/record/packing/codec.ts';
import type { Head } from '../../lib/state/head.ts';
import { at } from '../support/at.ts';
import { aHead, anObservation, aVm } from '../support/builders/observation-builders.ts';
import { runs } from '../support/tier.ts';

const start = at('2026-10-24T20:13:07');
const day = 86_400_000;

/** A VM from one moment to another, in thousandths of a dollar an hour, that is at rest and unlisted for a while. */
type Life = {
  readonly running: number;
  readonly atRest: number;
  readonly basis: PriceBasis;
  readonly from: number;
  readonly until: number;
  readonly restsFrom: number;
  readonly unlistedFrom: number;
  readonly team: string;
};
const moment = fc.integer({ min: 0, max: 4 * day });
const lifeOf = (basis: fc.Arbitrary<PriceBasis>, unlistedFrom: fc.Arbitrary<number>): fc.Arbitrary<Life> =>
  fc.record({
    running: fc.integer({ min: 1, max: 40_000 }),
    atRest: fc.integer({ min: 0, max: 1_000 }),
    basis,
    from: fc.integer({ min: -day, max: 4 * day }),
    until: moment,
    restsFrom: moment,
    unlistedFrom,
    team: fc.constantFrom('ml', 'web'),
  });
const anyLife = lifeOf(fc.constantFrom('quoted', 'listed', 'corrected'), moment);
const moments = fc
  .array(fc.integer({ min: 1, max: 2.9 * 3_600_000 }), { minLength: 1, maxLength: 40 })
  .map((steps) => {
    let poll = 0;
    return [0, ...steps.map((step) => (poll += step))];
  });

const inDollars = (thousandths: number): string => (thousandths / 1_000).toFixed(3);

function headsOf(all: readonly Life[], polls: readonly number[]): { head: Head; closed: readonly Rollup[] } {
  let head: Head = aHead();
  const closed: Rollup[] = [];
  for (const poll of polls) {
    const seenAt = later(start, milliseconds(poll));
    const resources = all.flatMap((life, index) =>
      life.from <= poll && poll < life.until
        ? aVm({
            id: `vm-${index}`,
            price: [inDollars(life.running), inDollars(life.atRest), life.basis].join('/'),
            activity: life.restsFrom <= poll ? 'stopped' : 'running',
            createdAt: later(start, milliseconds(life.from)),
            metadata: { team: life.team },
            seenAt,
            ...(life.unlistedFrom <= poll && { unlistedSince: seenAt }),
          })
        : [],
    );
    const observation = anObservation({ at: seenAt, resources });
    const policy = { timezone: 'Europe/London', rules: [], attribute: ['team'] };
    const { closed: ended, ...metered } = meterSpend(head, observation, null, policy, hours(3));
    closed.push(...ended);
    head = { ...head, observation, ...metered, closedHours: [...metered.closedHours] };
  }
  return { head, closed };
}

/** Computes in whole numbers, poll by poll: what a poll showed applies until the next, and from its creation where it is new. */
function oracle(all: readonly Life[], polls: readonly number[]): readonly [bigint, bigint] {
  let [total, estimated] = [0n, 0n];
  for (const life of all) {
    const isShown = (poll: number | undefined): poll is number =>
      poll !== undefined && life.from <= poll && poll < life.until;
    for (const [index, poll] of polls.entries()) {
      if (!isShown(poll)) continue;
      const before = polls[index - 1];
      const since = before === undefined || isShown(before) ? poll : Math.max(life.from, before);
      const until = polls[index + 1] ?? poll;
      const charge = BigInt(life.restsFrom <= poll ? life.atRest : life.running) * BigInt(until - since);
      total += charge;
      if (life.basis !== 'quoted' || life.unlistedFrom <= poll) estimated += charge;
    }
  }
  return [total, estimated];
}

const thousandths = (charge: ChargeWithEstimate['charge']): bigint => {
  const [whole = '0', rest = ''] = StoredCharge.encode(charge).split('.');
  return BigInt(whole + rest.padEnd(3, '0'));
};
const both = (charged: ChargeWithEstimate) =>
  [thousandths(charged.charge), thousandths(getEstimatedCharge(charged))] as const;

it('9. charges and their estimated parts equal an independent sum, by shares, hours, days, months and groups', () => {
  fc.assert(
    fc.property(
      fc.array(anyLife, { maxLength: 6 }),
      fc.array(anyLife, { maxLength: 3 }),
      moments,
      (one, two, polls) => {
        const projects = [one, two].map((all) => ({ all, ...headsOf(all, polls) }));
        for (const { all, head, closed } of projects) {
          const meters = [...closed, ...Object.values(head.meters ?? {})];
          for (const unit of ['hour', 'day', 'month'] as const) {
            const own = meters.filter(({ period }) => period.unit === unit);
            expect(both(sumCharged(own))).toEqual(oracle(all, polls));
          }
          for (const meter of meters) expect(both(sumCharged(meter.shares))).toEqual(both(meter));
          expect(decodeHead(encodeHead(head)).meters).toEqual(head.meters);
        }
        const at = instant(start + (polls.at(-1) ?? 0));
        const heads = projects.map(({ head }) => head);
        const group = totalSpend(heads, { at, zone: 'Europe/London', carry: hours(3) });
        expect(both(group.month)).toEqual(
          both(sumCharged(heads.flatMap(({ meters }) => meters?.month ?? []))),
        );
      },
    ),
    runs(60),
  );
});

it('9. the basis of a price changes no charge, and no charge is an estimate where all prices are quoted', () => {
  const quoted = lifeOf(fc.constant('quoted'), fc.constant(5 * day));
  fc.assert(
    fc.property(fc.array(quoted, { maxLength: 6 }), moments, (all, polls) => {
      const ofQuoted = headsOf(all, polls);
      expect(JSON.stringify(ofQuoted)).not.toContain('estimated');
      const ofListed = headsOf(
        all.map((life) => ({ ...life, basis: 'listed' })),
        polls,
      );
      const charges = ({ head, closed }: typeof ofQuoted) =>
        [...closed, ...Object.values(head.meters ?? {})].map(({ charge }) => charge.toFixed());
      expect(charges(ofListed)).toEqual(charges(ofQuoted));
    }),
    runs(60),
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { totalSpend } from '../../lib/decide/group.ts';
import { meterSpend } from '../../lib/meter/meter-spend.ts';
import { type ChargeWithEstimate, getEstimatedCharge, sumCharged } from '../../lib/model/money/charged.ts';
import type { Meter, Rollup } from '../../lib/model/money/meter.ts';
import { nameOfMatch } from '../../lib/model/rules/match.ts';
import type { Match } from '../../lib/model/rules/rule-terms.ts';
import { hours, instant, later, milliseconds } from '../../lib/model/time/time.ts';
import { decodeHead, encodeHead } from '../../lib/record/packing/codec.ts';
import type { Head } from '../../lib/state/head.ts';
import { at } from '../support/at.ts';
import { aHead, anObservation, aVm } from '../support/builders/observation-builders.ts';
import { aBudgetRule } from '../support/builders/policy-builders.ts';
import { runs } from '../support/tier.ts';

const start = at('2026-10-24T20:13:07');
const day = 86_400_000;
const teams = ['ml', 'web', 'none'] as const;
/** Every VM has a team, which may change, so that each VM satisfies exactly one of these matches. */
const matches = teams.map((team): Match => ({ metadata: { team } }));
const rules = matches.map((match, index) => aBudgetRule({ name: `team ${index}`, match }));

type Life = {
  readonly price: string;
  readonly from: number;
  readonly until: number;
  readonly team: (typeof teams)[number];
  readonly movesAt: number;
  readonly movesTo: (typeof teams)[number];
};
const moment = fc.integer({ min: 0, max: 4 * day });
const life: fc.Arbitrary<Life> = fc.record({
  price: fc.constantFrom('0.5', '1.225', '4.2/0.3/listed', '0'),
  from: fc.integer({ min: -day, max: 4 * day }),
  until: moment,
  team: fc.constantFrom(...teams),
  movesAt: moment,
  movesTo: fc.constantFrom(...teams),
});
const moments = fc
  .array(fc.integer({ min: 1, max: 2.9 * 3_600_000 }), { minLength: 1, maxLength: 40 })
  .map((steps) => {
    let poll = 0;
    return [0, ...steps.map((step) => (poll += step))];
  });

const teamAt = ({ team, movesAt, movesTo }: Life, poll: number) => (movesAt <= poll ? movesTo : team);

function metered(all: readonly Life[], polls: readonly number[]): { head: Head; closed: readonly Rollup[] } {
  let head: Head = aHead();
  const closed: Rollup[] = [];
  for (const poll of polls) {
    const seenAt = later(start, milliseconds(poll));
    const resources = all.flatMap((one, index) =>
      one.from <= poll && poll < one.until
        ? aVm({
            id: `vm-${index}`,
            price: one.price,
            createdAt: later(start, milliseconds(one.from)),
            metadata: { team: teamAt(one, poll) },
            seenAt,
          })
        : [],
    );
    const observation = anObservation({ at: seenAt, resources });
    const policy = { timezone: 'Europe/London', rules, attribute: [] };
    const { closed: ended, ...next } = meterSpend(head, observation, null, policy, hours(3));
    closed.push(...ended);
    head = { ...head, observation, ...next, closedHours: [...next.closedHours] };
  }
  return { head, closed };
}

const inText = (charged: ChargeWithEstimate) => [
  charged.charge.toFixed(),
  getEstimatedCharge(charged).toFixed(),
];
const partOf = (match: Match, meters: readonly Meter[]) =>
  sumCharged(meters.flatMap(({ parts = [] }) => parts.filter(({ of }) => of === nameOfMatch(match))));

it('9. what budgets count of resources sums to the charge, by hours, days, months and groups, also when labels change', () => {
  fc.assert(
    fc.property(fc.array(life, { maxLength: 6 }), moments, (all, polls) => {
      const { head, closed } = metered(all, polls);
      const running = Object.values(head.meters ?? {});
      for (const meter of [...closed, ...running])
        expect(inText(sumCharged(meter.parts ?? []))).toEqual(inText(meter));
      const of = (unit: string) => [...closed, ...running].filter(({ period }) => period.unit === unit);
      for (const match of matches) {
        expect(inText(partOf(match, of('hour')))).toEqual(inText(partOf(match, of('month'))));
        expect(inText(partOf(match, of('day')))).toEqual(inText(partOf(match, of('month'))));
      }
      const at = instant(start + (polls.at(-1) ?? 0));
      const group = totalSpend([head, head], { at, zone: 'Europe/London', carry: hours(3) });
      for (const match of matches) {
        const own = partOf(match, head.meters ? [head.meters.month] : []);
        expect(inText(partOf(match, [group.month]))).toEqual(inText(sumCharged([own, own])));
      }
      expect(decodeHead(encodeHead(head)).meters).toEqual(head.meters);
    }),
    runs(60),
  );
});

it('a VM counts for the team that it had at the time, and still counts when it is gone', () => {
  const hour = 3_600_000;
  const moved = {
    price: '1',
    from: -day,
    until: 3 * hour,
    team: 'ml',
    movesAt: 2 * hour,
    movesTo: 'web',
  } as const;
  const polls = Array.from({ length: 7 }, (_, index) => index * hour);
  const { head, closed } = metered([moved], polls);
  const months = [...closed, ...Object.values(head.meters ?? {})].filter(
    ({ period }) => period.unit === 'month',
  );
  const dollars = matches.map((match) => Number(partOf(match, months).charge) / hour);
  expect(dollars).toEqual([2, 1, 0]);
});

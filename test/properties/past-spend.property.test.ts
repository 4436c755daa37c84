import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commitTurn } from '../../lib/jobs/watch/commit-turn.ts';
import { accountTarget, BillingAccountId } from '../../lib/model/ids.ts';
import { addCharges, type Charge, charge, hourlyPrice, noCharge } from '../../lib/model/money/money.ts';
import { sumOfShares } from '../../lib/model/money/share.ts';
import { beginPastSpend, periodsDue } from '../../lib/model/past-spend.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { days, type Instant, instant, later, milliseconds, minutes } from '../../lib/model/time/time.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import { firstHead } from '../../lib/state/head.ts';
import { at } from '../support/at.ts';
import { anAccountObservation } from '../support/builders/observation-builders.ts';
import { aPolicy } from '../support/builders/policy-builders.ts';
import { runs } from '../support/tier.ts';
import { emptyFleet } from '../support/turn-input.ts';

const main = accountTarget(null, BillingAccountId.parse('main'));
const zones = fc.constantFrom(
  ...['UTC', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Auckland'],
);
/** Clocks change, and months end. */
const begins = fc
  .tuple(
    fc.constantFrom(
      '2026-03-08T03:00:00',
      '2026-04-04T20:00:00',
      '2026-10-31T20:00:00',
      '2026-11-30T21:00:00',
    ),
    fc.integer({ min: 0, max: 1_800 * 60_000 }),
  )
  .map(([base, more]) => later(at(base), milliseconds(more)));

const hour = 3_600_000;
/** What an hour costs: always the same once measuring began, and before that another each hour. */
const priceIn = (time: number, began: Instant) =>
  hourlyPrice(String(time >= began - (began % hour) ? 3 : 1 + ((time / hour) % 7)));

function billed(from: Instant, until: Instant, began: Instant): Charge {
  let total = noCharge;
  for (let time: number = from; time < until; ) {
    const start = time - (time % hour);
    const next = Math.min(until, start + hour);
    total = addCharges(total, charge(priceIn(start, began), milliseconds(next - time)));
    time = next;
  }
  return total;
}

const polls = fc.array(
  fc.record({
    /** Minutes since the poll before it. */
    after: fc.constantFrom(5, 17, 60, 61, 80),
    /** How much of what was due is answered. */
    answered: fc.constantFrom(0, 0.3, 1, 1),
    zone: fc.option(zones, { nil: null, freq: 12 }),
    isFailed: fc.nat(15).map((number) => number === 0),
    isTwice: fc.nat(5).map((number) => number === 0),
  }),
  { minLength: 12, maxLength: 40 },
);

it('Invariant 9: past and metered spend sum to what was charged, in any zone, at any times of polls and replies', () =>
  fc.assert(
    fc.asyncProperty(begins, zones, polls, async (began, firstZone, steps) => {
      const ledger = memoryLedger();
      let head = firstHead(main);
      let timezone = firstZone;
      let now = began;
      for (const { after, answered, zone, isFailed, isTwice } of [
        ...steps,
        ...Array.from({ length: 5 }, () => ({
          after: 60,
          answered: 1,
          zone: null,
          isFailed: false,
          isTwice: false,
        })),
      ]) {
        const due = periodsDue(head.pastSpend ?? beginPastSpend(now, timezone), now);
        const periods = due
          .slice(0, Math.ceil(due.length * answered))
          .map((period) => ({ period, charge: billed(period.from, period.until, began), isWhole: true }));
        const order = (time: Instant) => ({
          policy: aPolicy({ timezone, rules: [] }),
          // No price is ever unknown.
          intervals: { ...defaultIntervals, carryPrice: days(9) },
          fleet: emptyFleet,
          polled: {
            at: time,
            ...{ asked: [], unsupported: [] },
            pastSpend: { periods, gap: null },
            observe: () =>
              isFailed && now > began
                ? ({ kind: 'failed-poll', at: time, because: 'HTTP 503' } as const)
                : anAccountObservation({ at: time, burnRate: hourlyPrice('3') }),
          },
        });
        const turn = await commitTurn({ ledger }, order(now), head);
        // Another run that asked the same comes second.
        if (isTwice && turn !== null)
          await commitTurn({ ledger }, order(later(now, milliseconds(1))), turn.head);
        head = (await ledger.head(main)) ?? expect.fail('no head');
        now = later(now, minutes(after));
        timezone = zone ?? timezone;
      }
      const asOf = head.observation?.at ?? expect.fail('never seen');
      expect(head.pastSpend).toMatchObject({ reached: head.pastSpend?.until, open: [] });
      const { reached: begin } = beginPastSpend(began, firstZone);
      for (const unit of ['hour', 'day', 'month'] as const) {
        const waiting = head.pendingWrites.meters.filter(({ period }) => period.unit === unit);
        const written = await ledger.meters(main, unit, instant(0), asOf);
        const running = head.meters === null ? [] : [head.meters[unit]];
        const all = new Map([...written, ...waiting, ...running].map((it) => [it.period.from, it]));
        let end = begin;
        for (const rollup of [...all.values()].sort((left, right) => left.period.from - right.period.from)) {
          const { from, until } = rollup.period;
          if (unit !== 'hour' || end > begin) expect(from, `${unit} ${from} follows`).toBe(end);
          end = until;
          expect(rollup.charge.toFixed(), `${unit} ${from}`).toBe(
            billed(from, instant(Math.min(until, asOf)), began).toFixed(),
          );
          expect(rollup).toMatchObject({ since: from, gap: 0 });
          expect(sumOfShares(rollup.shares).toFixed()).toBe(rollup.charge.toFixed());
        }
      }
    }),
    runs(40),
  ));

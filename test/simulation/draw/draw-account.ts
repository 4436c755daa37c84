import { milliseconds, minutes, type Span } from '../../../lib/model/time/time.ts';
import type { Random } from '../engine/seeded-random.ts';
import type { AccountPlan } from '../scenario.ts';

/** Draws an account whose credit runs out, or is topped up in time or too late. */
export function drawAccount(burn: bigint, span: Span, random: Random): AccountPlan {
  const hourly = burn + 1_000n;
  const hoursOf = (most: number): bigint => hourly * BigInt(random.whole(1, most));
  const inTheRun = (): Span => random.span(milliseconds(0), span);
  const spanHours = Math.ceil(span / 3_600_000);
  const low = hoursOf(12);
  return {
    paymentTerms: random.chance(0.85) ? 'PAYMENT_TERMS_PREPAID' : 'PAYMENT_TERMS_INVOICE_30',
    credit: hoursOf(Math.max(30, spanHours)),
    topUps: Array.from({ length: random.whole(0, 3) }, () => ({ after: inTheRun(), nanos: hoursOf(72) })),
    recharge: random.chance(0.25) ? { low, high: low + hoursOf(20), works: random.chance(0.5) } : null,
    states: Array.from({ length: random.pick([0, 0, 1, 3]) }, inTheRun)
      .sort((left, right) => left - right)
      .map((after) => ({
        after,
        state: random.pick([
          'STATE_ACTIVE',
          'STATE_SUSPENDED_PAYMENT',
          'STATE_SUSPENDED_ABUSE',
          'STATE_FROZEN',
        ]),
      })),
    hourlyLimit: random.chance(0.5) ? (hourly * BigInt(random.whole(30, 200))) / 100n : null,
    monthlyLimit: random.chance(0.5) ? hoursOf(spanHours * 2) : null,
  };
}

/** Draws invoices that are paid in time, late, or not within the run, together with payments. */
export function drawOwed(span: Span, random: Random): NonNullable<AccountPlan['owed']> {
  return {
    invoices: Array.from({ length: random.whole(0, 4) }, () => {
      const after = random.span(milliseconds(0), span);
      const due = milliseconds(after + random.span(minutes(10), milliseconds(span / 3)));
      const paid = milliseconds(after + random.span(minutes(5), span));
      return { after, due, paid, cents: random.whole(1, 10_000_000) };
    }),
  };
}

import { meterSpend } from '../../lib/meter/meter-spend.ts';
import { money } from '../../lib/model/money/money.ts';
import type { ReportedSpend } from '../../lib/model/money/spend.ts';
import { findPeriod } from '../../lib/model/time/period.ts';
import { hours, type Instant, later, minutes } from '../../lib/model/time/time.ts';
import type { Head } from '../../lib/state/head.ts';
import { at } from '../support/at.ts';
import { aHead, anObservation, aVm } from '../support/builders/observation-builders.ts';

export const midnight = at('2026-11-21T00:00:00');
export const clock = (hour: number) => later(later(midnight, hours(hour)), minutes(5));

/** What a platform reports in an hour; `null` where it reports nothing. */
type Says = Partial<Omit<ReportedSpend, 'amount'>> & { readonly amount: number };
export type Step = {
  readonly hour: number;
  readonly says: Says | null;
  readonly price?: number;
  readonly createdAt?: Instant;
};

/** Polls a project of 10 USD an hour once an hour, and returns its heads. */
export function heads(steps: readonly Step[], zone = 'UTC', timeOf = clock): readonly Head[] {
  let head = aHead();
  return steps.map(({ hour, says, price = 10, createdAt }) => {
    const seenAt = timeOf(hour);
    const { from } = findPeriod('month', seenAt, zone);
    const spend = says && {
      from,
      until: later(midnight, hours(hour)),
      ...says,
      amount: money(says.amount.toFixed(6)),
    };
    const resources =
      price === 0 ? [] : [aVm({ price: String(price), seenAt, ...(createdAt && { createdAt }) })];
    const observation = anObservation({ at: seenAt, resources, spend });
    const metered = meterSpend(
      head,
      observation,
      null,
      { timezone: zone, rules: [], attribute: [] },
      hours(3),
    );
    head = {
      ...head,
      observation,
      meters: metered.meters,
      closedHours: [...metered.closedHours],
      report: metered.report,
    };
    return head;
  });
}

/** The sum of an honest bill. */
export const honest = (hour: number) => 960 + 10 * hour;

import { totalSpend } from '../decide/group.ts';
import { Subject } from '../model/ids.ts';
import { addMoney, type HourlyPrice, type Money, noMoney, sumPrices } from '../model/money/money.ts';
import { findPeriod, type Interval } from '../model/time/period.ts';
import { computeSpan, findLatest } from '../model/time/time.ts';
import { computeForecast, type Forecast } from '../rules/budget/forecast.ts';
import { computeCommittedRate } from '../rules/facts.ts';
import type { Head } from '../state/head.ts';
import type { BudgetView } from './budgets.ts';
import type { Status } from './status.ts';
import type { ViewInput } from './view-input.ts';

/** The totals of all projects in this month. */
export type MonthOfAll = {
  readonly interval: Interval;
  readonly spent: Money | null;
  /** The forecast for the end of the month. It uses past days only if every project stores them, as its rules require. */
  readonly forecast: Forecast | null;
  /** The sum of all monthly budgets; `null` unless every project has its own. */
  readonly limit: Money | null;
  readonly committedRate: HourlyPrice;
};

export function monthOfAll(
  heads: readonly Head[],
  { whole, budgets }: Pick<Status, 'whole' | 'budgets'>,
  { now, policy, intervals }: Pick<ViewInput, 'now' | 'policy' | 'intervals'>,
): MonthOfAll {
  const interval = findPeriod('month', now, policy.timezone);
  const projects = heads.filter(({ observation }) => observation?.kind === 'project');
  const committedRate = sumPrices(
    projects.flatMap(({ observation }) => (observation === null ? [] : [computeCommittedRate(observation)])),
  );
  const context = { at: now, zone: policy.timezone, carry: intervals.carryPrice };
  const days = totalSpend(projects, context).days.filter(({ period }) =>
    projects.every((head) => head.days !== null && head.days.since <= period.from),
  );
  const spent = whole.month.toDate;
  const { burnRate } = whole;
  // The spend is that of the last poll, so the remaining time begins there.
  const seenAt = findLatest(projects.flatMap(({ observation }) => observation?.at ?? [])) ?? now;
  const remaining = computeSpan(seenAt, interval.until);
  return {
    interval,
    spent,
    forecast:
      spent === null || burnRate === null
        ? null
        : computeForecast(spent, { burnRate, committedRate, days }, remaining),
    limit: limitOfAll(heads, budgets),
    committedRate,
  };
}

function limitOfAll(heads: readonly Head[], budgets: readonly BudgetView[]): Money | null {
  const lowest = new Map<Subject, Money>();
  for (const { subject, period, limit, resources } of budgets) {
    if (resources !== null || period.kind !== 'month' || period.startsOn !== 1) continue;
    const current = lowest.get(subject);
    if (current === undefined || limit.lt(current)) lowest.set(subject, limit);
  }
  let total = noMoney;
  for (const { target, observation } of heads) {
    if (observation?.kind !== 'project') continue;
    const limit = lowest.get(Subject.parse(target));
    if (limit === undefined) return null;
    total = addMoney(total, limit);
  }
  return total.isZero() ? null : total;
}

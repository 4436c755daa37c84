import { computeAskedEnd } from '../../jobs/queries/spend-by.ts';
import { isWhole } from '../../model/money/coverage.ts';
import { chargeToMoney, inDollars } from '../../model/money/money.ts';
import { listPeriods } from '../../model/time/periods-in.ts';
import { computeSpan, days, earliest } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { partOfMeter } from '../../rules/budget/resource-spend.ts';
import type { BudgetView } from '../../views/budgets.ts';
import { spendOverTime } from '../../views/spend-over-time.ts';
import type { BudgetCurve } from '../replies.ts';
import { figureTowards, forecastFigures, moneyFigure } from './figures.ts';
import { type FleetViews, projectsOf } from './fleet.ts';
import type { SpendHistory } from './spend-history.ts';

type Query = { readonly name: string; readonly rule: string | null };

/**
 * Returns the spend of a target's budget since its period began, and its forecast. Without a rule, returns that of the
 * first.
 */
export async function budgetCurve(
  history: SpendHistory,
  ledger: Pick<Ledger, 'meters'>,
  context: FleetViews,
  { name, rule }: Query,
): Promise<BudgetCurve | null> {
  const ofTarget = context.status().budgets.filter(({ subject }) => subject.valueOf() === name);
  const budget = ofTarget.find((one) => one.rule.valueOf() === rule) ?? ofTarget[0];
  if (budget === undefined) return null;
  const { limit, spent, estimated, asOf, forecast, interval } = budget;
  const { points, gaps } = await pointsOf(budget, history, ledger, context);
  return {
    ...context.about,
    ...interval,
    rule: budget.rule,
    limit: moneyFigure(limit),
    spent: spent && figureTowards(spent, estimated, limit),
    knownUntil: asOf,
    points,
    gaps,
    forecast: forecast && forecastFigures(forecast),
  };
}

/**
 * Returns the sums at the end of each hour or day, counted back from the budget's spend, so that the last one equals
 * that figure: all of them include what the platform reports for a time without monitoring.
 */
async function pointsOf(
  { subject, spent, asOf, interval, resources }: BudgetView,
  history: SpendHistory,
  ledger: Pick<Ledger, 'meters'>,
  { snapshot: { heads, now, policy } }: FleetViews,
): Promise<Pick<BudgetCurve, 'points' | 'gaps'>> {
  if (spent === null || asOf === null) return { points: [], gaps: [] };
  const members = projectsOf(heads, subject);
  const unit = computeSpan(interval.from, interval.until) > days(2) ? 'day' : 'hour';
  const until = earliest(now, interval.until);
  const time = {
    periods: listPeriods(unit, { from: interval.from, until }, policy.timezone),
    targets: members.map((head) => ({ target: head.target, until: computeAskedEnd(head, now) })),
  };
  const spends = await history(ledger, members, unit, { from: interval.from, until });
  const counted =
    resources === null
      ? spends
      : spends.map((spend) => ({ ...spend, meter: partOfMeter(resources, spend.meter, now) }));
  const { periods } = spendOverTime(counted, time, ({ byKind }) => byKind, 1);
  const total = inDollars(spent);
  const amounts = periods.map((period) => inDollars(chargeToMoney(period.total.charge)));
  let left = amounts.reduce((sum, amount) => sum + amount, 0);
  const points = [{ at: interval.from, spent: Math.max(0, total - left) }];
  for (const [index, period] of periods.entries()) {
    left -= amounts[index] ?? 0;
    const at = earliest(period.until, asOf);
    points.push({ at, spent: at === asOf ? total : Math.max(0, total - left) });
    if (at === asOf) break;
  }
  const unknown = periods.filter(({ coverage }) => coverage !== null && !isWhole(coverage));
  return { points, gaps: unknown.map(({ from, until }) => ({ from, until: earliest(until, asOf) })) };
}

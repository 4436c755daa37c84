import { createFleetContextBuilder } from '../decide/fleet-context.ts';
import { factsNow } from '../decide/turn-facts.ts';
import type { RuleName, Subject } from '../model/ids.ts';
import { type Money, noMoney, percentReached } from '../model/money/money.ts';
import { namesResources } from '../model/rules/match.ts';
import type { Match } from '../model/rules/rule-terms.ts';
import type { Severity } from '../model/severity.ts';
import type { BudgetPeriod } from '../model/time/budget-period.ts';
import { budgetInterval, type Interval } from '../model/time/period.ts';
import type { Instant } from '../model/time/time.ts';
import type { Forecast } from '../rules/budget/forecast.ts';
import { isBudgetForTarget, judgeBudget } from '../rules/budget/judge.ts';
import type { Basis, BudgetRule } from '../rules/budget/terms.ts';
import type { Verdict } from '../rules/verdict.ts';
import type { Head } from '../state/head.ts';
import type { ViewInput } from './view-input.ts';

/** The figures of a budget on one target or group. */
export type BudgetView = {
  readonly rule: RuleName;
  readonly subject: Subject;
  readonly verdict: Verdict['kind'];
  /** The severity of the highest threshold that was crossed; `null` when none was. */
  readonly severity: Severity | null;
  readonly basis: Basis;
  /** The match of a budget on single resources, which counts their metered cost; otherwise `null`. */
  readonly resources: Match | null;
  readonly period: BudgetPeriod;
  readonly interval: Interval;
  /** The spend by the rule's basis; `null` when it is unknown. */
  readonly spent: Money | null;
  /** The part of it that is an estimate. */
  readonly estimated: Money;
  readonly limit: Money;
  /** Percent of the limit, to one decimal and never rounded up. */
  readonly percent: number | null;
  /** Thresholds in percent of the limit, in ascending order. */
  readonly thresholds: readonly number[];
  readonly forecast: Forecast | null;
  /** True if the point forecast reaches the limit. The severity does not include this. */
  readonly isForecastOver: boolean;
  /** The severity for its colour: at least a warning if the forecast reaches the limit. */
  readonly tone: Severity | null;
  /** The time up to which spend is included. */
  readonly asOf: Instant | null;
  readonly because: string;
};

/** Lists all budgets by share spent, the highest first, unknown ones last. */
export function listBudgets(
  heads: readonly Head[],
  { policy, overrides, now }: Pick<ViewInput, 'policy' | 'overrides' | 'now'>,
): readonly BudgetView[] {
  const fleet = createFleetContextBuilder(heads, overrides, policy, now);
  const rules = policy.rules.filter((rule) => rule.kind === 'budget');
  return heads
    .flatMap((head) => {
      const facts = factsNow(head, policy, fleet(head.target));
      if (facts === null) return [];
      return rules
        .filter((rule) => isBudgetForTarget(rule, facts.target))
        .flatMap((rule) => {
          // The second verdict is about the forecast, which the first one's figures include too.
          const [verdict] = judgeBudget(rule, facts);
          const interval = budgetInterval(rule.period, facts.observation.at, policy.timezone);
          return verdict === undefined ? [] : [buildBudgetView(rule, verdict, interval)];
        });
    })
    .toSorted((left, right) => (right.percent ?? -1) - (left.percent ?? -1));
}

function buildBudgetView(rule: BudgetRule, verdict: Verdict, interval: Interval): BudgetView {
  const figures = verdict.figures?.kind === 'budget' ? verdict.figures : null;
  const { name, basis, period, limit, thresholds } = rule;
  const severity = verdict.kind === 'breached' ? verdict.severity : null;
  const isForecastOver = figures?.forecast?.likely.gte(limit) ?? false;
  return {
    rule: name,
    subject: verdict.subject,
    verdict: verdict.kind,
    severity,
    basis,
    resources: namesResources(rule.match) ? rule.match : null,
    period,
    interval,
    spent: figures?.spent ?? null,
    estimated: figures?.estimated ?? noMoney,
    limit,
    percent: figures && percentReached(figures.spent, limit),
    thresholds: thresholds.map((threshold) => percentReached(threshold, limit)),
    forecast: figures?.forecast ?? null,
    isForecastOver,
    tone: isForecastOver && severity !== 'critical' ? 'warning' : severity,
    asOf: figures?.asOf ?? null,
    because: verdict.because,
  };
}

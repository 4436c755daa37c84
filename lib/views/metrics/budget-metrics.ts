import type { Head } from '../../model/head.ts';
import { inDollars, type Money, shareOf } from '../../model/money/money.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Instant } from '../../model/time/time.ts';
import { type BudgetView, budgetsOf } from '../budgets.ts';
import type { MetricFamily, MetricSample } from './metric-family.ts';

const labels = ['rule', 'target', 'basis'];

/** Returns the metrics of each budget on each of its targets. Without spend data, only the limit has a sample. */
export function budgetMetrics(heads: readonly Head[], policy: Policy, now: Instant): readonly MetricFamily[] {
  const budgets = budgetsOf(heads, { policy, overrides: [], now });
  const samples = (value: (budget: BudgetView) => number | null) =>
    budgets.flatMap((budget): MetricSample[] => {
      const known = value(budget);
      const of = { rule: budget.rule, target: budget.subject, basis: budget.basis };
      return known === null ? [] : [{ of, value: known }];
    });
  const dollars = (amount: Money | null | undefined) => (amount ? inDollars(amount) : null);
  return [
    {
      name: 'spendwatch_budget_limit_dollars',
      help: 'Limit of a budget for its period.',
      labels,
      samples: samples(({ limit }) => inDollars(limit)),
    },
    {
      name: 'spendwatch_budget_spent_dollars',
      help: 'Spend against a budget in its period, on the basis of the rule.',
      labels,
      samples: samples(({ spent }) => dollars(spent)),
    },
    {
      name: 'spendwatch_budget_spent_ratio',
      help: 'Spend as a fraction of the limit; 1 is the whole budget.',
      labels,
      samples: samples(({ spent, limit }) => spent && shareOf(spent, limit)),
    },
    {
      name: 'spendwatch_budget_forecast_dollars',
      help: 'Forecast of the spend at the end of the period.',
      labels,
      samples: samples(({ forecast }) => dollars(forecast?.likely)),
    },
  ];
}

import type { Head } from '../../model/head.ts';
import { inDollars, type Money, shareOf } from '../../model/money/money.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Instant } from '../../model/time/time.ts';
import { type BudgetView, budgetsOf } from '../budgets.ts';
import type { MetricFamily, MetricSample } from './metric-family.ts';

const labels = ['rule', 'target', 'basis'];

/** Each budget of each target that it is for; one of which there is no figure yet has its limit alone. */
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
      help: 'The limit of a budget for its period.',
      labels,
      samples: samples(({ limit }) => inDollars(limit)),
    },
    {
      name: 'spendwatch_budget_spent_dollars',
      help: 'What was spent of a budget in its period, on the basis that the rule goes by.',
      labels,
      samples: samples(({ spent }) => dollars(spent)),
    },
    {
      name: 'spendwatch_budget_spent_ratio',
      help: 'The part of a budget that was spent: 1 is all of it.',
      labels,
      samples: samples(({ spent, limit }) => spent && shareOf(spent, limit)),
    },
    {
      name: 'spendwatch_budget_forecast_dollars',
      help: 'What a budget is likely to come to by the end of its period.',
      labels,
      samples: samples(({ forecast }) => dollars(forecast?.likely)),
    },
  ];
}

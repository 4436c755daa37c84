import { atLeast, money } from '../model/money.ts';
import { Basis, type BudgetRule } from '../model/rule.ts';
import { defaults } from './defaults.ts';
import { readMonthlyLimit } from './quantity.ts';
import {
  acrossItems,
  acrossKeys,
  glob,
  list,
  mapping,
  oneOf,
  percent,
  ruleName,
  written,
} from './written-field.ts';

/** A budget counts the spend of whole projects, or of whole billing accounts. */
const BudgetMatchFile = mapping(
  {
    project: glob('a glob over project ids, such as research-*').optional(),
    account: glob('a glob over billing account ids, such as main').optional(),
  },
  '{ project: research-* } or { account: main }',
).refine(({ project, account }) => project === undefined || account === undefined, {
  ...acrossKeys,
  error: 'a budget is of projects or of billing accounts; leave one of the two out',
});

const rising = (thresholds: readonly number[]): boolean =>
  thresholds.every((threshold, index) => index === 0 || !(threshold <= (thresholds[index - 1] ?? 0)));

/** A budget rule as it is written. */
export const BudgetFile = mapping(
  {
    name: ruleName,
    budget: written(readMonthlyLimit, 'US dollars a calendar month, such as 5000 USD a month').refine(
      (limit) => atLeast(limit, money('0.01')),
      { error: 'must be at least 0.01 USD' },
    ),
    match: BudgetMatchFile.default({}),
    at: list(percent(1_000, 'a percentage such as 80%'), 1, 'percentages such as [50%, 80%, 100%]')
      .refine(rising, { ...acrossItems, error: 'must rise, each percentage once' })
      .default([...defaults.budget.thresholds]),
    on: oneOf(Basis).default(defaults.budget.basis),
  },
  'a rule such as { name: research budget, budget: 5000 USD a month }',
).transform(
  ({ name, budget, match, at, on }): BudgetRule => ({
    kind: 'budget',
    name,
    match,
    limit: budget,
    thresholds: at,
    basis: on,
  }),
);

import * as z from 'zod';
import { assertNever } from '../../../model/assert-never.ts';
import { atLeast, type Money, money, percentOf } from '../../../model/money/money.ts';
import { type BudgetPeriod, BudgetRule } from '../../../model/rules/budget-rule.ts';
import type { Mode } from '../../../model/rules/step.ts';
import { defaults } from '../defaults.ts';
import { limitForm, shareForm, type WrittenLimit } from '../fields/quantity.ts';
import {
  instead,
  list,
  mapping,
  oneOf,
  ruleName,
  wholeNumber,
  written,
  yesOrNo,
} from '../fields/written-field.ts';
import { coolOff, modeField } from './acting-fields.ts';
import { eitherMatch } from './alert-fields.ts';
import { budgetSteps, stepsFor, type WrittenBudgetStep } from './budget-steps.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const share = written(shareForm, 'a percentage such as 80%, or money such as 4000 USD');

/** A budget rule whose mode may be left to the policy. */
export type BudgetRuleFile = Omit<BudgetRule, 'mode' | 'then'> & {
  readonly mode: Mode | undefined;
  readonly then: WrittenBudgetStep[];
};

/** A budget rule as it is written. */
export const BudgetFile = mapping(
  {
    name: ruleName,
    budget: written(
      limitForm,
      'US dollars and a time, such as 5000 USD a month, 200 USD a day or 3000 USD in 30 days',
    ).refine(({ limit }) => atLeast(limit, money('0.01')), { error: 'must be at least 0.01 USD' }),
    starts: z
      .union([oneOf(z.enum(weekdays)), wholeNumber(1, 28)], {
        error: instead('the day of the month from 1 to 28, or a weekday such as monday'),
      })
      .optional()
      .meta({ description: 'The day on which a week or a month of the budget begins.', examples: [15] }),
    match: eitherMatch('a budget'),
    at: list(share, 1, 'percentages such as [50%, 80%, 100%]').prefault([...defaults.budget.thresholds]),
    on: oneOf(BudgetRule.shape.basis)
      .default(defaults.budget.basis)
      .describe("The platform's last figure, or that figure and what has accrued since."),
    forecast: share.optional(),
    'ahead-only': yesOrNo
      .default(false)
      .describe('Tell only while more of the limit is spent than of the time has passed.'),
    shared: yesOrNo.default(false).describe('One limit for all projects that match, together.'),
    mode: modeField,
    'cool-off': coolOff(defaults.budget.coolOff),
    then: budgetSteps,
  },
  'a rule such as { name: research budget, budget: 5000 USD a month }',
)
  .meta({
    title: 'budget',
    description: 'Tells when spend reaches a part of a limit, and when it is on course to.',
  })
  .transform((file, context): BudgetRuleFile => {
    const { budget, starts, at, on, forecast, mode, 'cool-off': coolingOff } = file;
    const thresholds = at.map((of) => of(budget.limit));
    const mistake = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message });
    if (!areSensible(thresholds, budget.limit))
      mistake('at', 'must rise, each threshold once, from above 0% to 1000% at most');
    const period = periodOf(budget.per, starts);
    if (period === undefined) mistake('starts', misfits[budget.per.kind]);
    if (on === 'reported' && (period?.kind !== 'month' || period.startsOn !== 1))
      mistake('on', 'the platform reports whole calendar months only; write projected');
    if (forecast !== undefined && !areSensible([forecast(budget.limit)], budget.limit))
      mistake('forecast', 'must be above 0% and 1000% at most');
    if (budget.per.kind === 'rolling') {
      if (forecast !== undefined) mistake('forecast', 'days that roll come to no end; leave it out');
      if (file['ahead-only']) mistake('ahead-only', 'days that roll have all but passed; leave it out');
    }
    if (file.shared && file.match.account !== undefined)
      mistake('shared', 'projects share a limit, and an account is one by itself; leave one of the two out');
    const { then, mistakes } = stepsFor(file.then, budget.limit, period);
    for (const { path, message } of mistakes) context.addIssue({ code: 'custom', path: [...path], message });
    return {
      kind: 'budget',
      name: file.name,
      match: file.match,
      limit: budget.limit,
      period: period ?? { kind: 'day' },
      thresholds,
      basis: on,
      forecast: forecast?.(budget.limit) ?? null,
      aheadOnly: file['ahead-only'],
      shared: file.shared,
      mode,
      coolOff: coolingOff,
      then,
    };
  });

const areSensible = (thresholds: readonly Money[], limit: Money): boolean =>
  thresholds.every((threshold, index) => {
    const before = thresholds[index - 1] ?? money('0');
    return threshold.gt(before) && atLeast(percentOf(limit, 1_000), threshold);
  });

const misfits = {
  day: 'a day starts at midnight; leave it out',
  week: 'a week starts on a weekday such as monday',
  month: 'a month starts on one of its days from 1 to 28',
  rolling: 'days that roll have no start; leave it out',
} as const;

type Start = (typeof weekdays)[number] | number | undefined;

function periodOf(per: WrittenLimit['per'], starts: Start): BudgetPeriod | undefined {
  switch (per.kind) {
    case 'day':
      return starts === undefined ? { kind: 'day' } : undefined;
    case 'rolling':
      return starts === undefined ? per : undefined;
    case 'week':
      if (typeof starts === 'number') return undefined;
      return { kind: 'week', startsOn: weekdays.indexOf(starts ?? 'monday') + 1 };
    case 'month':
      return typeof starts === 'string' ? undefined : { kind: 'month', startsOn: starts ?? 1 };
    default:
      return assertNever(per);
  }
}

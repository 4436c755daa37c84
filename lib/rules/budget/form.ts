import * as z from 'zod';
import { coolOff, modeField } from '../../forms/acting-fields.ts';
import { bounds, defaults } from '../../forms/defaults.ts';
import { limitForm, shareForm, type WrittenLimit } from '../../forms/quantity.ts';
import { moneyMatch } from '../../forms/resource-fields.ts';
import { ruleFile } from '../../forms/rule-fields.ts';
import { announcedStop, askedStop, type ModelessStep, stepFiles } from '../../forms/step-file.ts';
import { type ReadSteps, type StepOrderError, stepList } from '../../forms/step-list.ts';
import {
  instead,
  list,
  mapping,
  oneOf,
  span,
  wholeNumber,
  written,
  yesOrNo,
} from '../../forms/written-field.ts';
import { assertNever } from '../../model/assert-never.ts';
import { atLeast, computePercentage, type Money, money, noMoney } from '../../model/money/money.ts';
import { namesResources } from '../../model/rules/match.ts';
import { type BudgetStopStep, type Mode, type NotifyStep, StopScope } from '../../model/rules/step.ts';
import type { BudgetPeriod } from '../../model/time/budget-period.ts';
import { BudgetRule } from './terms.ts';

/** A step of a budget whose mode may be inherited from its rule. */
type WrittenBudgetStep = NotifyStep | ModelessStep<BudgetStopStep>;
/** A stop step whose `at` is resolved once the limit is known. */
type ReadStop = Omit<ModelessStep<BudgetStopStep>, 'at'> & { readonly at: (limit: Money) => Money };
type ReadStep = NotifyStep | ReadStop;

const BudgetStopFile = mapping(
  {
    stop: oneOf(StopScope).describe('Which VMs to stop: those that an idle rule found, or all running VMs.'),
    at: written(shareForm, 'a percentage such as 110%, or money such as 5500 USD'),
    after: span(bounds.grace, 'the time from the announcement, such as 1h').prefault(
      defaults.budget.stopAfter,
    ),
    ...announcedStop,
  },
  'a step such as { stop: idle, at: 110% }',
).transform(
  ({ stop, at, after, ...more }): ReadStop => ({ kind: 'stop', of: stop, at, after, ...askedStop(more) }),
);

const budgetSteps = stepList<ReadStep>(
  { notify: stepFiles.notify, stop: BudgetStopFile },
  '- { stop: idle, at: 110% }',
  stoppedTwice,
);

function stoppedTwice(steps: ReadSteps<ReadStep>): StepOrderError[] {
  return steps.flatMap((step, at) => {
    if (!('of' in step)) return [];
    const first = steps.findIndex((other) => 'of' in other && other.of === step.of);
    return first < at
      ? [{ at, because: `a budget may have only one step with stop: ${step.of}; remove the others` }]
      : [];
  });
}

type StepMistake = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Resolves the steps of a budget by its limit, and returns the mistakes in them. */
function resolveSteps(
  steps: readonly ReadStep[],
  limit: Money,
  period: BudgetPeriod | undefined,
): { readonly then: WrittenBudgetStep[]; readonly mistakes: readonly StepMistake[] } {
  const then = steps.map(
    (step): WrittenBudgetStep => (step.kind === 'notify' ? step : { ...step, at: step.at(limit) }),
  );
  const stopOfAll = then.find((step) => step.kind === 'stop' && step.of === 'everything');
  const mistakes = then.flatMap((step, index): StepMistake[] => {
    if (step.kind === 'notify') return [];
    const mistake = (key: string, message: string) => [{ path: ['then', index, key], message }];
    // A mistake period is reported where it is written.
    if (period !== undefined && (period.kind !== 'month' || period.startsOn !== 1))
      return mistake(
        'stop',
        'acts on reported spend, which covers whole calendar months; write a monthly budget that starts on the 1st, or remove this step',
      );
    if (!areSensible([step.at], limit)) return mistake('at', 'must be above 0% and at most 1000%');
    return step.of === 'idle' && stopOfAll?.kind === 'stop' && atLeast(step.at, stopOfAll.at)
      ? mistake('at', 'is reached only after all VMs are stopped; write less, or remove this step')
      : [];
  });
  return { then, mistakes };
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const share = written(shareForm, 'a percentage such as 80%, or money such as 4000 USD');

/** A budget rule whose mode may be inherited from the policy. */
export type BudgetRuleFile = Omit<BudgetRule, 'mode' | 'then'> & {
  readonly mode: Mode | undefined;
  readonly then: WrittenBudgetStep[];
};

export const BudgetFile = ruleFile(
  'budget',
  'Alerts when spend reaches a share of a limit, or is forecast to.',
  '{ name: research budget, budget: 5000 USD a month }',
  {
    budget: written(
      limitForm,
      'US dollars and a period, such as 5000 USD a month, 200 USD a day or 3000 USD in 30 days',
    ).refine(({ limit }) => atLeast(limit, money('0.01')), { error: 'must be at least 0.01 USD' }),
    starts: z
      .union([oneOf(z.enum(weekdays)), wholeNumber(1, 28)], {
        error: instead('the day of the month from 1 to 28, or a weekday such as monday'),
      })
      .optional()
      .meta({ description: 'The day on which a week or a month of the budget begins.', examples: [15] }),
    match: moneyMatch('a budget'),
    at: list(share, 1, 'percentages such as [50%, 80%, 100%]').prefault([...defaults.budget.thresholds]),
    on: oneOf(BudgetRule.shape.basis)
      .default(defaults.budget.basis)
      .describe('The spend that counts: reported by the platform, or reported plus accrued since.'),
    forecast: share.optional(),
    'ahead-only': yesOrNo
      .default(false)
      .describe('Alert only while the spent share of the limit exceeds the elapsed share of the period.'),
    shared: yesOrNo.default(false).describe('One limit for all matching projects together.'),
    'act-on-estimates': yesOrNo
      .default(false)
      .describe('Stop VMs based on all spend to date, estimates included, not only on reported spend.'),
    mode: modeField,
    'cool-off': coolOff(defaults.budget.coolOff),
    then: budgetSteps,
  },
).transform((file, context): BudgetRuleFile => {
  const {
    budget,
    starts,
    at,
    on,
    forecast,
    mode,
    'cool-off': coolingOff,
    'act-on-estimates': actOnEstimates,
  } = file;
  const thresholds = at.map((resolve) => resolve(budget.limit));
  const mistake = (key: string, message: string) =>
    context.addIssue({ code: 'custom', path: [key], message });
  if (!areSensible(thresholds, budget.limit))
    mistake('at', 'must be in ascending order, without duplicates, above 0% and at most 1000%');
  const period = toBudgetPeriod(budget.per, starts);
  if (period === undefined) mistake('starts', wrongStarts[budget.per.kind]);
  if (on === 'reported' && (period?.kind !== 'month' || period.startsOn !== 1))
    mistake('on', 'the platform reports whole calendar months only; write to-date');
  if (on === 'reported' && namesResources(file.match))
    mistake('on', 'the platform reports spend by project, not by resource; write to-date');
  if (forecast !== undefined && !areSensible([forecast(budget.limit)], budget.limit))
    mistake('forecast', 'must be above 0% and at most 1000%');
  if (budget.per.kind === 'rolling') {
    if (forecast !== undefined) mistake('forecast', 'a rolling period has no end; remove this');
    if (file['ahead-only']) mistake('ahead-only', 'a rolling period has no elapsed share; remove this');
  }
  if (file.shared && file.match.account !== undefined)
    mistake('shared', 'only projects can share a limit; remove shared or account');
  if (actOnEstimates && on === 'reported')
    mistake('act-on-estimates', 'reported spend contains no estimates; write on: to-date, or remove this');
  if (actOnEstimates && file.then.every(({ kind }) => kind === 'notify'))
    mistake(
      'act-on-estimates',
      'is for budgets that stop VMs; add a step such as { stop: idle, at: 110% }, or remove this',
    );
  const { then, mistakes } = resolveSteps(file.then, budget.limit, period);
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
    ...(actOnEstimates && { actOnEstimates }),
    mode,
    coolOff: coolingOff,
    then,
  };
});

const areSensible = (thresholds: readonly Money[], limit: Money): boolean =>
  thresholds.every((threshold, index) => {
    const previous = thresholds[index - 1] ?? noMoney;
    return threshold.gt(previous) && atLeast(computePercentage(limit, 1_000), threshold);
  });

const wrongStarts = {
  day: 'a day starts at midnight; remove this',
  week: 'a week starts on a weekday such as monday',
  month: 'a month starts on a day from 1 to 28',
  rolling: 'a rolling period has no start; remove this',
} as const;

type Start = (typeof weekdays)[number] | number | undefined;

function toBudgetPeriod(per: WrittenLimit['per'], starts: Start): BudgetPeriod | undefined {
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

import { atLeast, type Money, noMoney, percentOf } from '../../../model/money/money.ts';
import type { BudgetPeriod } from '../../../model/rules/budget-rule.ts';
import { type BudgetStopStep, type NotifyStep, Stopped } from '../../../model/rules/step.ts';
import { bounds, defaults } from '../defaults.ts';
import { shareForm } from '../fields/quantity.ts';
import { mapping, oneOf, span, written } from '../fields/written-field.ts';
import { announcedAction, asked, stepFiles, type Unmoded } from '../steps/step-file.ts';
import { type Misplaced, type ReadSteps, stepList } from '../steps/step-list.ts';

/** A step of a budget whose mode may be inherited from its rule. */
export type WrittenBudgetStep = NotifyStep | Unmoded<BudgetStopStep>;
/** A stop step whose `at` is resolved once the limit is known. */
type ReadStop = Omit<Unmoded<BudgetStopStep>, 'at'> & { readonly at: (limit: Money) => Money };
type ReadStep = NotifyStep | ReadStop;

const BudgetStopFile = mapping(
  {
    stop: oneOf(Stopped).describe('Which VMs to stop: those that an idle rule found, or all that run.'),
    at: written(shareForm, 'a percentage such as 110%, or money such as 5500 USD'),
    after: span(bounds.grace, 'the time from the announcement, such as 1h').prefault(
      defaults.budget.stopAfter,
    ),
    ...announcedAction,
  },
  'a step such as { stop: idle, at: 110% }',
).transform(
  ({ stop, at, after, ...more }): ReadStop => ({ kind: 'stop', of: stop, at, after, ...asked(more) }),
);

export const budgetSteps = stepList<ReadStep>(
  { notify: stepFiles.notify, stop: BudgetStopFile },
  '- { stop: idle, at: 110% }',
  stoppedTwice,
);

function stoppedTwice(steps: ReadSteps<ReadStep>): Misplaced[] {
  return steps.flatMap((step, at) => {
    if (!('of' in step)) return [];
    const first = steps.findIndex((other) => 'of' in other && other.of === step.of);
    return first < at ? [{ at, because: `a budget may stop ${step.of} only once; keep one of them` }] : [];
  });
}

type StepMistake = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Resolves the steps of a budget by its limit, and returns the mistakes in them. */
export function stepsFor(
  steps: readonly ReadStep[],
  limit: Money,
  period: BudgetPeriod | undefined,
): { readonly then: WrittenBudgetStep[]; readonly mistakes: readonly StepMistake[] } {
  const then = steps.map(
    (step): WrittenBudgetStep => (step.kind === 'notify' ? step : { ...step, at: step.at(limit) }),
  );
  const whole = then.find((step) => step.kind === 'stop' && step.of === 'everything');
  const mistakes = then.flatMap((step, index): StepMistake[] => {
    if (step.kind === 'notify') return [];
    const wrong = (key: string, message: string) => [{ path: ['then', index, key], message }];
    // A wrong period is reported where it is written.
    if (period !== undefined && (period.kind !== 'month' || period.startsOn !== 1))
      return wrong(
        'stop',
        'acts on reported spend, which covers whole calendar months; write a monthly budget that starts on the 1st, or remove this step',
      );
    if (!step.at.gt(noMoney) || !atLeast(percentOf(limit, 1_000), step.at))
      return wrong('at', 'must be above 0% and at most 1000%');
    return step.of === 'idle' && whole?.kind === 'stop' && atLeast(step.at, whole.at)
      ? wrong('at', 'is not reached before everything is stopped; write less, or remove this step')
      : [];
  });
  return { then, mistakes };
}

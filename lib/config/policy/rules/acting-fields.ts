import { Mode, type NotifyStep } from '../../../model/rules/step.ts';
import { bounds } from '../defaults.ts';
import { oneOf, span } from '../fields/written-field.ts';
import { stepFiles, type WrittenStep } from '../steps/step-file.ts';
import { type StepKind, stepList } from '../steps/step-list.ts';
import { misplacedSteps } from '../steps/step-order.ts';

/** Of a rule that may act: whether it does. */
export const modeField = oneOf(Mode)
  .optional()
  .describe('Whether its acts are carried out or only said; the policy can only be more careful.');

/** Steps of these kinds on resources, each act once. */
export function stepsOf(kinds: readonly StepKind[], example: string) {
  const files = Object.fromEntries(kinds.map((kind) => [kind, stepFiles[kind]]));
  return stepList<WrittenStep>(files, example, (steps) => misplacedSteps(steps, kinds));
}

/** Of a rule that only tells. */
export const tellsOnly = stepList<NotifyStep>({ notify: stepFiles.notify }, '- notify: after 2d', () => []);

/** For how long what someone started again is left alone. */
export const coolOff = (unlessWritten: string) =>
  span(bounds.coolOff, 'how long a VM is left alone after someone starts it again, such as 24h').prefault(
    unlessWritten,
  );

import { Mode, type NotifyStep } from '../model/rules/step.ts';
import { bounds } from './defaults.ts';
import { stepFiles, type WrittenStep } from './step-file.ts';
import { misplacedSteps, type StepKind, stepList } from './step-list.ts';
import { oneOf, span } from './written-field.ts';

export const modeField = oneOf(Mode)
  .optional()
  .describe(
    'Whether the actions of the rule are carried out (enforce) or only announced (observe); observe in the policy takes precedence.',
  );

/** Returns the schema of steps on resources, each action at most once. */
export function createStepsSchema(kinds: readonly StepKind[], example: string) {
  const files = Object.fromEntries(kinds.map((kind) => [kind, stepFiles[kind]]));
  return stepList<WrittenStep>(files, example, (steps) => misplacedSteps(steps, kinds));
}

/** The steps of a rule that only alerts. */
export const tellsOnly = stepList<NotifyStep>({ notify: stepFiles.notify }, '- notify: after 2d', () => []);

/** Returns the field for how long a VM is left alone after someone restarts it. */
export const coolOff = (unlessWritten: string) =>
  span(bounds.coolOff, 'how long a VM is left alone after someone restarts it, such as 24h').prefault(
    unlessWritten,
  );

import { spanInWords } from '../../../model/time/time.ts';
import type { WrittenStep } from './step-file.ts';
import type { Misplaced, ReadSteps, StepKind } from './step-list.ts';

/** Returns steps on resources that are repeated, too early, or without a step that they need. */
export function misplacedSteps(
  steps: ReadSteps<WrittenStep>,
  kinds: readonly StepKind[],
): readonly Misplaced[] {
  return steps.flatMap((step, at) => {
    if (step.kind === null || step.kind === 'notify') return [];
    const first = steps.findIndex((other) => other.kind === step.kind);
    const because =
      first < at
        ? `a rule may have each action only once; keep one ${step.kind}`
        : (lacking(step, steps, kinds) ?? outOfTurn(step, steps));
    return because === null ? [] : [{ at, because }];
  });
}

type ReadStep = ReadSteps<WrittenStep>[number];

/** Returns the missing step that a step needs; an unreadable step may be that one. */
function lacking(step: ReadStep, steps: ReadSteps<WrittenStep>, kinds: readonly StepKind[]): string | null {
  const isMissing = (...wanted: readonly StepKind[]) =>
    !steps.some((other) => other.kind === null || wanted.includes(other.kind));
  const isLate = step.kind === 'image' || step.kind === 'terminate';
  if (isLate && kinds.includes('stop') && isMissing('stop'))
    return 'applies to VMs that this rule stopped; add - stop: after 1h';
  if ('needsImage' in step && step.needsImage && isMissing('image'))
    return 'also deletes the disk; add - image: after 7d before it, or without-image: true to it';
  if (step.kind === 'start' && isMissing('stop', 'power-off'))
    return 'starts only what this rule stopped; add - stop: after 15m, or - power-off: after 15m';
  return null;
}

function outOfTurn(step: ReadStep, steps: ReadSteps<WrittenStep>): string | null {
  if (step.kind !== 'terminate') return null;
  if (steps.some((other) => other.kind === 'start'))
    return 'would delete what this rule starts again; remove one of them';
  for (const other of steps)
    if (other.kind === 'image' && 'after' in other && 'after' in step && step.after <= other.after)
      return `must be later than the image, which is made after ${spanInWords(other.after)}`;
  return null;
}

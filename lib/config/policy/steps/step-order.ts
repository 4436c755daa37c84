import { spanInWords } from '../../../model/time/time.ts';
import type { WrittenStep } from './step-file.ts';
import type { Misplaced, ReadSteps, StepKind } from './step-list.ts';

/** Steps on resources that come twice, too early, or without the one that they rest on. */
export function misplacedSteps(
  steps: ReadSteps<WrittenStep>,
  kinds: readonly StepKind[],
): readonly Misplaced[] {
  return steps.flatMap((step, at) => {
    if (step.kind === null || step.kind === 'notify') return [];
    const first = steps.findIndex((other) => other.kind === step.kind);
    const because =
      first < at
        ? `a rule asks for each act once; keep one ${step.kind}`
        : (lacking(step, steps, kinds) ?? outOfTurn(step, steps));
    return because === null ? [] : [{ at, because }];
  });
}

type ReadStep = ReadSteps<WrittenStep>[number];

/** What a step needs before it; where one cannot be told, it may be just that. */
function lacking(step: ReadStep, steps: ReadSteps<WrittenStep>, kinds: readonly StepKind[]): string | null {
  const unsupportedParts = (...wanted: readonly StepKind[]) =>
    !steps.some((other) => other.kind === null || wanted.includes(other.kind));
  const isLate = step.kind === 'image' || step.kind === 'terminate';
  if (isLate && kinds.includes('stop') && unsupportedParts('stop'))
    return 'is for VMs that this rule stopped; add - stop: after 1h';
  if ('needsImage' in step && step.needsImage && unsupportedParts('image'))
    return 'deletes the disk too; add - image: after 7d to come before it, or without-image: true to it';
  if (step.kind === 'start' && unsupportedParts('stop', 'power-off'))
    return 'starts only what this rule brought to rest; add - stop: after 15m, or - power-off: after 15m';
  return null;
}

function outOfTurn(step: ReadStep, steps: ReadSteps<WrittenStep>): string | null {
  if (step.kind !== 'terminate') return null;
  if (steps.some((other) => other.kind === 'start'))
    return 'would delete what this rule starts again; leave one of the two out';
  for (const other of steps)
    if (other.kind === 'image' && 'after' in other && 'after' in step && step.after <= other.after)
      return `must come later than the image, which is made after ${spanInWords(other.after)}`;
  return null;
}

import { assertNever } from '../../model/assert-never.ts';
import { moneyInWords } from '../../model/money/money.ts';
import type { BudgetStep, NotifyStep, Step } from '../../model/rules/step.ts';
import { spanInWords } from '../../model/time/time.ts';

/** A step that takes an action. */
export type ActionStep = Exclude<Step | BudgetStep, { kind: 'notify' }>;

export const notificationInWords = ({ severity, after }: NotifyStep): string =>
  `as ${severity} after ${spanInWords(after)}`;

/** Describes an action of a rule: its kind, its earliest time, its approval and its mode. */
export function stepInWords(step: ActionStep): string {
  const asked = step.approve === null ? '' : `, if approved within ${spanInWords(step.approve)}`;
  return `${actionInWords(step)}${asked} (${step.mode === 'enforce' ? 'enforce' : 'observe: not carried out'})`;
}

function actionInWords(step: ActionStep): string {
  switch (step.kind) {
    case 'stop':
      return `stops ${stoppedInWords(step)}, ${spanInWords(step.after)} after the announcement at the earliest`;
    case 'power-off':
      return `powers machines off, ${spanInWords(step.after)} after the announcement at the earliest`;
    case 'image':
      return `images a VM stopped for ${spanInWords(step.after)}, announced ${spanInWords(step.notice)} in advance`;
    case 'terminate': {
      const image = step.needsImage ? 'if its image is ready' : 'without an image';
      return `permanently deletes a VM stopped for ${spanInWords(step.after)}, ${image}, announced ${spanInWords(step.notice)} in advance`;
    }
    case 'start':
      return 'starts what it stopped when the hours of the schedule begin';
    default:
      return assertNever(step);
  }
}

function stoppedInWords(step: Extract<ActionStep, { kind: 'stop' }>): string {
  if (!('of' in step)) return 'VMs';
  return `${step.of === 'idle' ? 'idle' : 'all'} VMs once ${moneyInWords(step.at)} are reported`;
}

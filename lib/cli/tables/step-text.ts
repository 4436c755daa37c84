import { assertNever } from '../../model/assert-never.ts';
import { moneyInWords } from '../../model/money/money.ts';
import type { BudgetStep, NotifyStep, Step } from '../../model/rules/step.ts';
import { spanInWords } from '../../model/time/time.ts';

/** A step that does more than to tell. */
export type ActionStep = Exclude<Step | BudgetStep, { kind: 'notify' }>;

export const notificationInWords = ({ severity, after }: NotifyStep): string =>
  `as ${severity} once it has lasted ${spanInWords(after)}`;

/** An act that a rule asks for: what, when at the earliest, with whose leave, and whether it is done or only said. */
export function stepInWords(step: ActionStep): string {
  const asked = step.approve === null ? '' : `, if a person approves it within ${spanInWords(step.approve)}`;
  return `${actionInWords(step)}${asked} (${step.mode === 'enforce' ? 'enforce' : 'observe: only said'})`;
}

function actionInWords(step: ActionStep): string {
  switch (step.kind) {
    case 'stop':
      return `stops ${stoppedInWords(step)}, ${spanInWords(step.after)} after the announcement at the earliest`;
    case 'power-off':
      return `powers machines off, ${spanInWords(step.after)} after the announcement at the earliest`;
    case 'image':
      return `makes an image of a VM after ${spanInWords(step.after)} at rest, said ${spanInWords(step.notice)} before`;
    case 'terminate': {
      const image = step.needsImage ? 'if its image is ready' : 'without an image';
      return `deletes a VM for good after ${spanInWords(step.after)} at rest, ${image}, said ${spanInWords(step.notice)} before`;
    }
    case 'start':
      return 'starts what it brought to rest when its hours begin';
    default:
      return assertNever(step);
  }
}

function stoppedInWords(step: Extract<ActionStep, { kind: 'stop' }>): string {
  if (!('of' in step)) return 'VMs';
  return `${step.of === 'idle' ? 'idle' : 'all'} VMs once ${moneyInWords(step.at)} are reported`;
}

import { assertNever } from '../../model/assert-never.ts';
import type { NotificationOf } from '../../model/notification.ts';
import { actionText } from './action-text.ts';
import { headlineOf } from './parts.ts';

/** Returns a headline of the finding, and of the action that follows it, if any. */
export function headlineWithNext({ subject, next }: NotificationOf<'alert'>, found: string): string {
  switch (next.kind) {
    case 'action': {
      const { toBe } = actionText[next.action];
      return headlineOf(
        subject,
        next.approve === null ? `${found}, will be ${toBe}` : `${found}, will be ${toBe} if approved`,
      );
    }
    case 'not-enforced':
      return headlineOf(subject, `${found} (observe mode, no action)`);
    case 'nothing':
      return headlineOf(subject, found);
    default:
      return assertNever(next);
  }
}

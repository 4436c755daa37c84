import { assertNever } from '../../model/assert-never.ts';
import type { NotificationOf } from '../../model/notification.ts';
import { actionText } from './action-text.ts';
import { headlineOf } from './parts.ts';

/** What was found, and what comes of it where that is an act. */
export function headlineWithNext({ subject, next }: NotificationOf<'alert'>, found: string): string {
  switch (next.kind) {
    case 'act': {
      const { toBe } = actionText[next.action];
      return headlineOf(
        subject,
        next.approve === null ? `${found} and will be ${toBe}` : `${found}, to be ${toBe} if approved`,
      );
    }
    case 'would-act':
      return headlineOf(subject, `${found} (nothing is done)`);
    case 'nothing':
      return headlineOf(subject, found);
    default:
      return assertNever(next);
  }
}

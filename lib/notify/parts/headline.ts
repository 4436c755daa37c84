import { assertNever } from '../../model/assert-never.ts';
import type { Subject } from '../../model/ids.ts';
import type { NotificationOf } from '../../state/notification.ts';
import { actionText } from './action-text.ts';
import { subjectInHeadline, subjectInWords } from './subject-in-words.ts';

/** The longest name in the text of a message. */
export const fullName = 200;
/** The longest headline: the 99 characters of a subject line less those of the severity. */
const longestHeadline = 87;
const nameLengths = [60, 48, 40, 34, 28, 24, 20, 16, 12];

/** Returns "subject: finding"; names are shortened as far as needed for the finding to be shown whole. */
export function headlineOf(subject: Subject, happening: string): string {
  const headlines = nameLengths.map((limit) => `${subjectInHeadline(subject, limit)}: ${happening}`);
  return headlines.find(({ length }) => length <= longestHeadline) ?? headlines.at(-1) ?? happening;
}

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

/** Returns the subject as it stands within a sentence. */
export const named = (subject: Subject): string => subjectInWords(subject, fullName);

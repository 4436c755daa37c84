import { assertNever } from '../../model/assert-never.ts';
import type { NotificationByKind } from '../../state/notification.ts';
import { actionText } from './action-text.ts';
import { subjectInHeadline, subjectInWords, type TitledSubject } from './subject-in-words.ts';

/** The longest name in the text of a message. */
export const fullName = 200;
/** The longest headline: the 99 characters of a subject line less those of the severity. */
const longestHeadline = 87;
const longestName = 60;
const nameLengths = [longestName, 48, 40, 34, 28, 24, 20, 16, 12];

/** Returns "subject: finding". To fit the whole finding, the id is left out first, and then names are shortened. */
export function formatHeadline(subject: TitledSubject, happening: string): string {
  const headlines = [
    `${subjectInHeadline(subject, longestName, true)}: ${happening}`,
    ...nameLengths.map((limit) => `${subjectInHeadline(subject, limit)}: ${happening}`),
  ];
  return headlines.find(({ length }) => length <= longestHeadline) ?? headlines.at(-1) ?? happening;
}

/** Returns a headline of the finding, and of the action that follows it, if any. */
export function headlineWithNext(
  { subject, name, next }: NotificationByKind<'alert'>,
  found: string,
  cloud: TitledSubject['cloud'],
): string {
  const titled = { subject, name, cloud };
  switch (next.kind) {
    case 'action': {
      const { toBe } = actionText[next.action];
      return formatHeadline(
        titled,
        next.approve === null ? `${found}, will be ${toBe}` : `${found}, will be ${toBe} if approved`,
      );
    }
    case 'not-enforced':
      return formatHeadline(titled, `${found} (observe mode, no action)`);
    case 'nothing':
      return formatHeadline(titled, found);
    default:
      return assertNever(next);
  }
}

/** Returns the subject for use within a sentence. */
export const named = (subject: TitledSubject): string => subjectInWords(subject, fullName);

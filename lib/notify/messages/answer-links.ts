import { Subject } from '../../model/ids.ts';
import { isGlob } from '../../model/rules/match.ts';
import { digestPart } from '../../model/sealed-token.ts';
import { shownName, subjectParts } from '../../model/subject.ts';
import { days, hours, type Instant, later, type Span, spanInWords } from '../../model/time/time.ts';
import { offersKeep } from '../../rules/words.ts';
import type { Message, Notification, NotificationByKind } from '../../state/notification.ts';
import type { Link } from '../parts/document.ts';
import { type AnswerLink, answerToken, type LinkAnswer } from './answer-token.ts';
import { longestUrl } from './links.ts';

/** How long a link can be used, counted from its message. */
const linkLife = days(7);
/** The longest keep by a link. */
export const linkKeep = days(7);

/**
 * Returns the times for which a form offers to keep a resource. The last is the longest that a link and the policy
 * allow.
 */
export function keepChoices(atMost: Span | null): readonly Span[] {
  const longest = atMost === null || atMost > linkKeep ? linkKeep : atMost;
  return [...[hours(4), days(1), days(3)].filter((span) => span < longest), longest];
}

/** A link in a message that gives one answer. */
export type OfferedAnswer = Link & {
  readonly answer: LinkAnswer;
  readonly notification: Notification['id'];
  /** The token at the end of the link, for channels with buttons. */
  readonly token: string;
  readonly expires: Instant;
};

/** Returns the links that a message over one route offers for a notification. */
export type AnswerLinkSource = (
  notice: Notification,
  message: Pick<Message, 'id' | 'at'>,
) => readonly OfferedAnswer[];

export type AnswerTerms = {
  /** The address that links lead to, without a slash at its end. */
  readonly address: string;
  readonly secret: string;
  readonly route: string;
  /** True if the policy allows approvals by link. */
  readonly mayApprove: boolean;
  /** The longest keep that the policy allows; `null` for no limit. */
  readonly keepAtMost: Span | null;
};

/**
 * Returns a function that creates the links of a route. Equal messages have equal links, so that a repeated
 * delivery offers no second use.
 */
export const createAnswerLinkSource =
  ({ address, secret, route, mayApprove, keepAtMost }: AnswerTerms): AnswerLinkSource =>
  (notice, message) => {
    const expires = later(message.at, linkLife);
    const labels = { keep: `Keep for ${keepInWords(keepAtMost)}`, ...otherLabels };
    return listAnswerChoices(notice, message, mayApprove).flatMap(
      ({ answer, about, subject, label = labels[answer] }): OfferedAnswer[] => {
        const token = answerToken(secret, { answer, subject, about, route, expires });
        const url = `${address}/answer/${token}`;
        const offered = { answer, label, url, token, notification: notice.id, expires };
        return url.length > longestUrl ? [] : [offered];
      },
    );
  };

type Choice = Pick<AnswerLink, 'answer' | 'about' | 'subject'> & { readonly label?: string };

/** The maximum number of projects in one message whose falls to 0 it offers to confirm. */
export const mostConfirmable = 3;

/** Returns an answer for each project whose VMs fell to 0 together up to the message. */
const confirmable = (
  { fallen = [] }: NotificationByKind<'blind'>,
  { at }: Pick<Message, 'at'>,
): readonly Choice[] =>
  fallen
    .filter((target) => !isGlob(target))
    .slice(0, mostConfirmable)
    .map((target) => ({
      answer: 'believe',
      about: String(at),
      subject: Subject.parse(target),
      label: `Idle indeed: ${shownName(target)}`,
    }));

const otherLabels = {
  silence: 'Silence for a day',
  deny: 'Deny',
  approve: 'Approve',
  believe: 'Idle indeed',
};

function keepInWords(atMost: Span | null): string {
  return atMost === null || atMost >= linkKeep ? 'a week' : spanInWords(atMost);
}

function listAnswerChoices(
  notice: Notification,
  message: Pick<Message, 'id' | 'at'>,
  mayApprove: boolean,
): readonly Choice[] {
  if (notice.kind === 'blind') return confirmable(notice, message);
  if (notice.kind !== 'alert' || notice.incident === undefined) return [];
  const { subject } = notice;
  return listAlertAnswers(notice, message, mayApprove).map(([answer, about]) => ({
    answer,
    subject,
    about: digestPart(about),
  }));
}

/** Returns the answers that make sense for an alert, each with its incident or announcement. */
function listAlertAnswers(
  { next, figures, subject, rule, incident = '', announced }: NotificationByKind<'alert'>,
  message: Pick<Message, 'id'>,
  mayApprove: boolean,
): (readonly [LinkAnswer, string])[] {
  // A keep or a silence of such a name would cover others too.
  if (isGlob(subject) || isGlob(rule)) return [];
  const isResource = subjectParts(subject).resource !== null;
  if (next.kind === 'action') {
    const announcement = announced === undefined ? message.id : announced.message;
    const isAsked = next.approve !== null && mayApprove && announcement !== undefined;
    return [
      ...(isAsked ? [['approve', announcement] as const] : []),
      ...(isResource ? [['keep', incident] as const] : []),
      ['deny', incident],
    ];
  }
  const mayExtend = isResource && offersKeep(figures);
  return [...(mayExtend ? [['keep', incident] as const] : []), ['silence', incident]];
}

import { profileOf } from '../../clouds/profiles.ts';
import { assertNever } from '../../model/assert-never.ts';
import { minuteIn, withLocalTimes } from '../../model/time/local-times.ts';
import { states } from '../../rules/words.ts';
import type { Message, Notification } from '../../state/notification.ts';
import { type MessageContent, type MessageDocument, sectionOf } from '../parts/document.ts';
import { fullName } from '../parts/headline.ts';
import type { MessageContext } from '../parts/next-step-text.ts';
import { asciiLine, oneLine } from '../parts/plain-text.ts';
import { actionConfirmedFacts, actionFailedFacts, capsHeldFacts } from './action-message.ts';
import { alertFacts, goneFacts, isGone, resolvedFacts } from './alert-message.ts';
import type { AnswersOf } from './answer-links.ts';
import { digestFacts } from './digest-message.ts';
import { linksOf } from './links.ts';
import { blindFacts, routeFacts } from './own-health-message.ts';
import { byStake } from './stake.ts';
import { blocksOf } from './text-layout.ts';

/** A message as people read it. */
export type Rendered = {
  /** A line of under 100 characters of printable ASCII, which SNS accepts and every mail program shows. */
  readonly subject: string;
  /** Plain text of a few kilobytes at most, in lines of 72 characters; only commands and the ID may be longer. */
  readonly body: string;
};

const longestSubject = 99;
const columns = 72;

/** The settings for a reader: the time zone of times; the dashboard and the answers to link to; whether to say that all is simulated. */
export type Reader = {
  readonly zone: string;
  readonly dashboard?: string | null;
  readonly answers?: AnswersOf;
  readonly simulated?: boolean;
};

/** Renders a message as text. */
export function renderMessage(message: Message, reader: Reader): Rendered {
  const { headline, listed, sections, footer } = documentOf(message, reader);
  const several = listed.length > 0;
  const blocks = sections.flatMap((section) => [
    ...(several ? [`== ${section.headline}`] : []),
    ...blocksOf(section.parts, columns),
  ]);
  const list = several ? [listed.map((line) => `- ${line}`).join('\n')] : [];
  return {
    subject: asciiLine(headline, longestSubject),
    body: `${[...list, ...blocks, ['--', ...footer].join('\n')].join('\n\n')}\n`,
  };
}

/** The number of notifications that are listed, and of those shown in full. */
const mostListed = 30;
const shownInFull = 5;

/** Returns a message as a document, which each channel lays out in its own way. */
export function documentOf(
  { id, severity, cloud, notifications, at }: Message,
  { zone, dashboard = null, answers = () => [], simulated = false }: Reader,
): MessageDocument {
  const [first] = notifications;
  if (first === undefined) throw new TypeError('a message must have at least one notification');
  const gone = notifications.flatMap((notice) => (isGone(notice) ? [notice] : []));
  const isAboutGone = gone.length === notifications.length;
  const told = isAboutGone
    ? [first]
    : byStake(notifications.filter((notice) => !isStated(notice, notifications)));
  const all = told.map((notice) => {
    const pages = dashboard === null ? [] : linksOf(notice, dashboard);
    const facts = isAboutGone ? goneFacts(gone) : factsOf(notice, { at, zone, cloud: profileOf(cloud) });
    return {
      facts: inZone(pages.length === 0 ? facts : withoutExplain(facts), zone),
      links: [...answers(notice, { id, at }).map(({ label, url }) => ({ label, url })), ...pages],
    };
  });
  const more = all.length > 1 ? `, and ${all.length - 1} more` : '';
  const rest = all.length - mostListed;
  const listed = all.slice(0, mostListed).map(({ facts }) => facts.headline);
  const title = `${simulated ? 'simulated: ' : ''}${all[0]?.facts.headline ?? ''}${more}`;
  return {
    severity,
    title,
    headline: `[${severity}] ${title}`,
    listed: more === '' ? [] : [...listed, ...(rest > 0 ? [`and ${rest} more`] : [])],
    sections: all.slice(0, shownInFull).map(({ facts, links }) => sectionOf(facts, links)),
    footer: [
      `${severity}, rule "${oneLine(first.rule, fullName)}", ${minuteIn(at, zone)}`,
      `Message ID: ${oneLine(id, 600)} (repeated deliveries carry the same one)`,
    ],
  };
}

/** Leaves out the command to explain, since the page of the dashboard that a message links to explains more. */
const withoutExplain = ({ commands = [], ...facts }: MessageContent): MessageContent => ({
  ...facts,
  commands: commands.filter((offered) => offered?.line.startsWith('spendwatch explain ') !== true),
});

/** Reports whether another alert of the same message states an alert too. */
function isStated(notice: Notification, notifications: readonly Notification[]): boolean {
  if (notice.kind !== 'alert' || notice.next.kind === 'action') return false;
  const { rule, subject, figures } = notice;
  return notifications.some(
    (other) =>
      other.kind === 'alert' &&
      other.rule === rule &&
      other.subject === subject &&
      states(other.figures, figures),
  );
}

/** Returns facts whose reasons, which are recorded in UTC, name times in the zone of the reader. */
function inZone({ opening, because, next, ...facts }: MessageContent, zone: string): MessageContent {
  const local = (text: string) => withLocalTimes(text, zone);
  return {
    ...facts,
    opening: opening.map(local),
    ...(because !== undefined && { because: local(because) }),
    ...(next !== undefined && { next: local(next) }),
  };
}

function factsOf(notice: Notification, context: MessageContext): MessageContent {
  const { zone } = context;
  switch (notice.kind) {
    case 'alert':
      return alertFacts(notice, context);
    case 'resolved':
      return isGone(notice) ? goneFacts([notice]) : resolvedFacts(notice);
    case 'action-confirmed':
      return actionConfirmedFacts(notice, context);
    case 'action-failed':
      return actionFailedFacts(notice, context);
    case 'caps-held':
      return capsHeldFacts(notice);
    case 'digest':
      return digestFacts(notice, zone);
    case 'blind':
      return blindFacts(notice, zone);
    case 'route':
      return routeFacts(notice, zone);
    default:
      return assertNever(notice);
  }
}

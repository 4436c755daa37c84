import { getCloudProfile } from '../../clouds/profiles.ts';
import { assertNever } from '../../model/assert-never.ts';
import { formatZonedMinute, withLocalTimes } from '../../model/time/local-times.ts';
import { states } from '../../rules/words.ts';
import type { Message, Notification } from '../../state/notification.ts';
import {
  buildBrief,
  buildSection,
  type Link,
  type MessageContent,
  type MessageDocument,
  type Section,
} from '../parts/document.ts';
import { fullName } from '../parts/headline.ts';
import type { MessageContext } from '../parts/next-step-text.ts';
import { asciiLine, oneLine } from '../parts/plain-text.ts';
import { programName, runnable } from '../parts/runnable.ts';
import { actionConfirmedFacts, actionFailedFacts, capsHeldFacts } from './action-message.ts';
import { alertFacts, goneFacts, isGone, resolvedFacts } from './alert-message.ts';
import type { AnswerLinkSource } from './answer-links.ts';
import { digestFacts } from './digest-message.ts';
import { listDashboardLinks } from './links.ts';
import { blindFacts, routeFacts } from './own-health-message.ts';
import { byStake } from './stake.ts';
import { formatTextBlocks } from './text-layout.ts';

/** A message as people read it. */
export type RenderedMessage = {
  /** A line of under 100 characters of printable ASCII, which SNS accepts and every mail program shows. */
  readonly subject: string;
  /** Plain text of a few kilobytes at most, in lines of 72 characters; only commands and the ID may be longer. */
  readonly body: string;
};

const longestSubject = 99;
const columns = 72;

/** The settings for a reader: the time zone; the dashboard and answers to link to; whether everything is simulated. */
export type Reader = {
  readonly zone: string;
  readonly dashboard?: string | null;
  /** The command that starts spendwatch where the message is read; by default its name. */
  readonly command?: string;
  readonly answers?: AnswerLinkSource;
  readonly simulated?: boolean;
};

export function renderMessage(message: Message, reader: Reader): RenderedMessage {
  const { headline, listed, sections, footer } = buildMessageDocument(message, reader);
  const several = sections.length > 1;
  const blocks = sections.flatMap((section) => [
    ...(several ? [`== ${section.headline}`] : []),
    ...formatTextBlocks(section.parts, columns),
  ]);
  const list = listed.length === 0 ? [] : [listed.map((line) => `- ${line}`).join('\n')];
  return {
    subject: asciiLine(headline, longestSubject),
    body: `${[...blocks, ...list, ['--', ...footer].join('\n')].join('\n\n')}\n`,
  };
}

/** The maximum number of notifications with a section, and then of those with a line. */
const mostShown = 10;
const mostListed = 30;

/** Returns a message as a document, which each channel lays out in its own way. */
export function buildMessageDocument(
  { id, severity, cloud, notifications, at }: Message,
  { zone, dashboard = null, command = programName, answers = () => [], simulated = false }: Reader,
): MessageDocument {
  const [first] = notifications;
  if (first === undefined) throw new TypeError('a message must have at least one notification');
  const gone = notifications.flatMap((notice) => (isGone(notice) ? [notice] : []));
  const isAboutGone = gone.length === notifications.length;
  const notices = isAboutGone
    ? [first]
    : byStake(notifications.filter((notice) => !isStated(notice, notifications)));
  const context = { at, zone, cloud: getCloudProfile(cloud) };
  const entries = notices.map((notice) => {
    const pages = dashboard === null ? [] : listDashboardLinks(notice, dashboard);
    const facts = isAboutGone ? goneFacts(gone, context) : buildFacts(notice, context);
    return {
      facts: forReader(pages.length === 0 ? facts : withoutExplain(facts), { zone, command }),
      answers: answers(notice, { id, at }).map(({ label, url }) => ({ label, url })),
      pages,
    };
  });
  const more = entries.length > 1 ? `, and ${entries.length - 1} more` : '';
  const title = `${simulated ? 'simulated: ' : ''}${entries[0]?.facts.headline ?? ''}${more}`;
  return {
    severity,
    title,
    headline: `[${severity}] ${title}`,
    sections: entries.length === 1 ? entries.map(inFull) : inBrief(entries),
    listed: listHeadlines(entries.slice(mostShown)),
    footer: [
      `${severity}, rule "${oneLine(first.rule, fullName)}", ${formatZonedMinute(at, zone)}`,
      `Message ID: ${oneLine(id, 600)} (repeated deliveries carry the same one)`,
    ],
  };
}

/** The content of a notification in a message, with links that answer it and links to its pages. */
type MessageEntry = {
  readonly facts: MessageContent;
  readonly answers: readonly Link[];
  readonly pages: readonly Link[];
};

const inFull = ({ facts, answers, pages }: MessageEntry): Section =>
  buildSection(facts, [...answers, ...pages]);

/** Returns a section with the sentences that several notifications share, and one for each with the others. */
function inBrief(entries: readonly MessageEntry[]): readonly Section[] {
  const [first = [], ...others] = entries.map(({ facts }) => buildBrief(facts).sentences);
  const shared = first.filter((sentence) => others.every((sentences) => sentences.includes(sentence)));
  const individual = entries.slice(0, mostShown).map(({ facts, answers, pages }) => {
    const { sentences, commands = [] } = buildBrief(facts);
    const opening = inOneParagraph(sentences.filter((sentence) => !shared.includes(sentence)));
    const offered = answers.length > 0 ? [] : commands;
    return buildSection({ headline: facts.headline, opening, commands: offered }, [...answers, ...pages]);
  });
  const ofAll = { headline: `All ${entries.length}`, opening: inOneParagraph(shared) };
  return shared.length === 0 ? individual : [buildSection(ofAll), ...individual];
}

const inOneParagraph = (sentences: readonly string[]): readonly string[] =>
  sentences.length === 0 ? [] : [sentences.join(' ')];

/** Returns the headline of each notification, up to the maximum, and the number of the others. */
function listHeadlines(others: readonly MessageEntry[]): readonly string[] {
  const unlisted = others.length - mostListed;
  const lines = others.slice(0, mostListed).map(({ facts }) => facts.headline);
  return unlisted > 0 ? [...lines, `and ${unlisted} more`] : lines;
}

/** Leaves out the explain command, since the linked page of the dashboard shows more. */
const withoutExplain = ({ commands = [], ...facts }: MessageContent): MessageContent => ({
  ...facts,
  commands: commands.filter((offered) => offered?.line.startsWith(`${programName} explain `) !== true),
});

/** True if another alert of the same message also states this one. */
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

/**
 * Returns facts for the reader: with times in their zone, since reasons are recorded in UTC, and commands as they
 * start them.
 */
function forReader(
  { opening, because, next, brief, advice, notes, commands, ...facts }: MessageContent,
  { zone, command }: { readonly zone: string; readonly command: string },
): MessageContent {
  const localize = (text: string) => runnable(withLocalTimes(text, zone), command);
  const offered = (all: NonNullable<MessageContent['commands']>) =>
    all.map((one) => one && { ...one, line: runnable(one.line, command) });
  return {
    ...facts,
    ...(brief !== undefined && {
      brief: {
        sentences: brief.sentences.map(localize),
        ...(brief.commands !== undefined && { commands: offered(brief.commands) }),
      },
    }),
    opening: opening.map(localize),
    ...(because !== undefined && { because: localize(because) }),
    ...(next !== undefined && { next: localize(next) }),
    ...(advice !== undefined && { advice: advice.map(localize) }),
    ...(notes !== undefined && { notes: notes.map(localize) }),
    ...(commands !== undefined && { commands: offered(commands) }),
  };
}

function buildFacts(notice: Notification, context: MessageContext): MessageContent {
  const { zone } = context;
  switch (notice.kind) {
    case 'alert':
      return alertFacts(notice, context);
    case 'resolved':
      return isGone(notice) ? goneFacts([notice], context) : resolvedFacts(notice, context);
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

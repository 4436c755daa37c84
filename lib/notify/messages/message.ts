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

/** The settings for a reader: the time zone of times; the dashboard and the answers to link to; whether to say that all is simulated. */
export type Reader = {
  readonly zone: string;
  readonly dashboard?: string | null;
  /** The words that start spendwatch where the message is read; by default its name. */
  readonly command?: string;
  readonly answers?: AnswerLinkSource;
  readonly simulated?: boolean;
};

/** Renders a message as text. */
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

/** The number of notifications that have a section of their own, and of those that have a line. */
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
  const told = isAboutGone
    ? [first]
    : byStake(notifications.filter((notice) => !isStated(notice, notifications)));
  const context = { at, zone, cloud: getCloudProfile(cloud) };
  const all = told.map((notice) => {
    const pages = dashboard === null ? [] : listDashboardLinks(notice, dashboard);
    const facts = isAboutGone ? goneFacts(gone, context) : buildFacts(notice, context);
    return {
      facts: forReader(pages.length === 0 ? facts : withoutExplain(facts), { zone, command }),
      answers: answers(notice, { id, at }).map(({ label, url }) => ({ label, url })),
      pages,
    };
  });
  const more = all.length > 1 ? `, and ${all.length - 1} more` : '';
  const title = `${simulated ? 'simulated: ' : ''}${all[0]?.facts.headline ?? ''}${more}`;
  return {
    severity,
    title,
    headline: `[${severity}] ${title}`,
    sections: all.length === 1 ? all.map(inFull) : inBrief(all),
    listed: listHeadlines(all.slice(mostShown)),
    footer: [
      `${severity}, rule "${oneLine(first.rule, fullName)}", ${formatZonedMinute(at, zone)}`,
      `Message ID: ${oneLine(id, 600)} (repeated deliveries carry the same one)`,
    ],
  };
}

/** The content of a notification in a message, with the links that answer it, and those to its pages. */
type MessageEntry = {
  readonly facts: MessageContent;
  readonly answers: readonly Link[];
  readonly pages: readonly Link[];
};

const inFull = ({ facts, answers, pages }: MessageEntry): Section =>
  buildSection(facts, [...answers, ...pages]);

/** Returns a section of what holds for each of several notifications, and one for each with what holds for it alone. */
function inBrief(all: readonly MessageEntry[]): readonly Section[] {
  const [first = [], ...others] = all.map(({ facts }) => buildBrief(facts).sentences);
  const shared = first.filter((sentence) => others.every((sentences) => sentences.includes(sentence)));
  const own = all.slice(0, mostShown).map(({ facts, answers, pages }) => {
    const { sentences, commands = [] } = buildBrief(facts);
    const opening = inOneParagraph(sentences.filter((sentence) => !shared.includes(sentence)));
    const offered = answers.length > 0 ? [] : commands;
    return buildSection({ headline: facts.headline, opening, commands: offered }, [...answers, ...pages]);
  });
  const ofAll = { headline: `All ${all.length}`, opening: inOneParagraph(shared) };
  return shared.length === 0 ? own : [buildSection(ofAll), ...own];
}

const inOneParagraph = (sentences: readonly string[]): readonly string[] =>
  sentences.length === 0 ? [] : [sentences.join(' ')];

/** Returns a line for each of them, up to the most that are listed. */
function listHeadlines(others: readonly MessageEntry[]): readonly string[] {
  const rest = others.length - mostListed;
  const lines = others.slice(0, mostListed).map(({ facts }) => facts.headline);
  return rest > 0 ? [...lines, `and ${rest} more`] : lines;
}

/** Leaves out the command to explain, since the page of the dashboard that a message links to explains more. */
const withoutExplain = ({ commands = [], ...facts }: MessageContent): MessageContent => ({
  ...facts,
  commands: commands.filter((offered) => offered?.line.startsWith(`${programName} explain `) !== true),
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

/**
 * Returns facts as they hold for the reader: reasons, which are recorded in UTC, name times in the reader's zone, and
 * commands begin as the reader starts them.
 */
function forReader(
  { opening, because, next, brief, advice, notes, commands, ...facts }: MessageContent,
  { zone, command }: { readonly zone: string; readonly command: string },
): MessageContent {
  const told = (text: string) => runnable(withLocalTimes(text, zone), command);
  const offered = (all: NonNullable<MessageContent['commands']>) =>
    all.map((one) => one && { ...one, line: runnable(one.line, command) });
  return {
    ...facts,
    ...(brief !== undefined && {
      brief: {
        sentences: brief.sentences.map(told),
        ...(brief.commands !== undefined && { commands: offered(brief.commands) }),
      },
    }),
    opening: opening.map(told),
    ...(because !== undefined && { because: told(because) }),
    ...(next !== undefined && { next: told(next) }),
    ...(advice !== undefined && { advice: advice.map(told) }),
    ...(notes !== undefined && { notes: notes.map(told) }),
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

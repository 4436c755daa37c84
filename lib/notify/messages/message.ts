import { assertNever } from '../../model/assert-never.ts';
import type { Message, Notification } from '../../model/notification.ts';
import { localMinute } from '../../model/time/period.ts';
import { actingKeyWords } from './acting-key-message.ts';
import { actionConfirmedWords, actionFailedWords, capsHeldWords } from './action-message.ts';
import { alertWords, resolvedWords } from './alert-message.ts';
import { blindWords } from './blind-message.ts';
import { digestWords } from './digest-message.ts';
import type { Telling } from './next-step-text.ts';
import { fullName, type Words } from './parts.ts';
import { asciiLine, oneLine } from './plain-text.ts';
import { routeWords } from './route-message.ts';
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

/** Renders a message as text, with times in `zone`. */
export function renderMessage(message: Message, zone: string): Rendered {
  const told = tell(message, zone);
  const several = told.listed.length > 0;
  const blocks = told.parts.flatMap(({ parts, headline }) => [
    ...(several ? [`== ${headline}`] : []),
    ...blocksOf(parts, columns),
  ]);
  const list = several ? [told.listed.map((line) => `- ${line}`).join('\n')] : [];
  return {
    subject: asciiLine(told.headline, longestSubject),
    body: `${[...list, ...blocks, ['--', ...told.footer].join('\n')].join('\n\n')}\n`,
  };
}

/** The words of a message, in parts that each channel lays out in its own way. */
export type Told = {
  /** The headline with its severity. */
  readonly headline: string;
  /** A line for each of several notifications; empty for a single one. */
  readonly listed: readonly string[];
  /** The notifications that are shown in full. */
  readonly parts: readonly Words[];
  /** The rule and time, and the ID that repeated deliveries share. */
  readonly footer: readonly [source: string, id: string];
};

/** How many of several notifications are listed, and how many of those are shown in full. */
const mostListed = 30;
const toldInFull = 5;

export function tell(message: Message, zone: string): Told {
  const { severity, notifications, at } = message;
  const [first] = notifications;
  if (first === undefined) throw new TypeError('a message has a notification');
  const all = notifications.map((notice) => wordsOf(notice, { at, zone }));
  const more = all.length > 1 ? `, and ${all.length - 1} more` : '';
  const rest = all.length - mostListed;
  const listed = all.slice(0, mostListed).map(({ headline }) => headline);
  return {
    headline: `[${severity}] ${all[0]?.headline ?? ''}${more}`,
    listed: more === '' ? [] : [...listed, ...(rest > 0 ? [`and ${rest} more`] : [])],
    parts: all.slice(0, toldInFull),
    footer: [
      `${severity}, rule "${oneLine(first.rule, fullName)}", ${localMinute(at, zone)} (${zone})`,
      `Message ID: ${oneLine(message.id, 600)} (repeated deliveries carry the same one)`,
    ],
  };
}

function wordsOf(notice: Notification, telling: Telling): Words {
  switch (notice.kind) {
    case 'alert':
      return alertWords(notice, telling);
    case 'resolved':
      return resolvedWords(notice);
    case 'action-confirmed':
      return actionConfirmedWords(notice, telling.zone);
    case 'action-failed':
      return actionFailedWords(notice, telling.zone);
    case 'caps-held':
      return capsHeldWords(notice);
    case 'digest':
      return digestWords(notice, telling.zone);
    case 'acting-key':
      return actingKeyWords(notice, telling.zone);
    case 'blind':
      return blindWords(notice, telling.zone);
    case 'route':
      return routeWords(notice, telling.zone);
    default:
      return assertNever(notice);
  }
}

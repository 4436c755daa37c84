import type { ActionKind } from '../../model/action-kind.ts';
import { assertNever } from '../../model/assert-never.ts';
import { Subject } from '../../model/ids.ts';
import type { Intent } from '../../model/intent.ts';
import type { AlertMatch, Override, OverrideOf } from '../../model/override.ts';
import { localMinute } from '../../model/time/period.ts';
import type { Instant } from '../../model/time/time.ts';
import { subjectInWords } from '../../notify/messages/subject-in-words.ts';
import { actionOf, type Waiting } from './pending-actions.ts';
import type { Context } from './place-override.ts';
import { isGlob } from './scope.ts';

const longestName = 80;

export const nouns = {
  stop: 'stop',
  'power-off': 'power-off',
  image: 'image',
  terminate: 'deletion',
  start: 'start',
  'power-on': 'power-on',
} as const satisfies Record<ActionKind, string>;

export const named = (subject: Subject): string => subjectInWords(subject, longestName);

/** "2026-11-21 14:00 (Europe/London)". */
export const timeIn = (at: Instant, zone: string): string => `${localMinute(at, zone)} (${zone})`;

/** What an override says, without its author, reason and end. */
export function inWords(told: Override): string {
  switch (told.kind) {
    case 'silence':
      return silenceInWords(told.alerts);
    case 'keep':
      return `${fitting(told.subject)} is kept`;
    case 'answer':
      return `what was announced for ${named(told.subject)} is ${told.verdict}`;
    case 'pause':
      return `nothing is done ${told.project === undefined ? 'anywhere' : `in ${projects(told.project)}`}`;
    case 'order':
      return `${named(told.subject)} is to ${told.action}`;
    default:
      return assertNever(told);
  }
}

/** A subject by its name, or whatever fits a glob. */
const fitting = (glob: string): string =>
  isGlob(glob) ? `whatever fits ${glob}` : named(Subject.parse(glob));

const projects = (glob: string): string => (isGlob(glob) ? `projects ${glob}` : `project ${glob}`);

function silenceInWords({ rule, subject, match }: AlertMatch): string {
  const what = rule === undefined ? 'all alerts' : `alerts of "${rule}"`;
  const of =
    match?.project === undefined ? subject && fitting(subject) : `${projects(match.project)} and all in it`;
  return `${what}${of === undefined ? '' : ` on ${of}`} are silenced`;
}

/** A silence as it can be asked for again: "credit/account/main", or "*" for all rules. */
export function silenceText({ alerts }: Pick<OverrideOf<'silence'>, 'alerts'>): string {
  const { rule = '*', subject, match } = alerts;
  const of = subject ?? (match?.project === undefined ? null : `project/${match.project}`);
  return of === null ? rule : `${rule}/${of}`;
}

/** "ada, until 2026-11-21 14:00 (UTC): a demo". */
export const bywords = ({ author, until, reason }: Override, zone: string): string =>
  `${author}, until ${timeIn(until, zone)}: ${reason}`;

export const replacedInWords = (before: Override, zone: string): string =>
  `It takes the place of the word of ${bywords(before, zone)}`;

/** "stop of VM box in project lab (forgotten machines)". */
export function waitingInWords({ alert }: Waiting): string {
  return `${nouns[actionOf(alert)]} of ${named(alert.subject)} (${alert.rule})`;
}

/** What is under way already, where a word comes too late for it. */
export const begunRemarks = (intents: readonly Intent[], word: string): string[] =>
  intents
    .filter(({ state }) => state.kind !== 'waiting')
    .map(
      ({ kind, subject }) =>
        `The ${nouns[kind]} of ${named(subject)} has been asked of the cloud already: ${word} cannot take that back.`,
    );

/** A few of many, so that a remark stays one line. */
export function someOf(words: readonly string[]): string {
  const more = words.length - 3;
  return `${words.slice(0, 3).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Where nothing tells what the policy protects or asks for. */
export const policyRemark = ({ policy }: Context, matter: string): string[] =>
  policy === null ? [`There is no policy here to look ${matter} up in; the watcher goes by its own.`] : [];

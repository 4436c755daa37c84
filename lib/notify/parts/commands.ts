import type { ActionKind } from '../../model/action-kind.ts';
import type { RuleName, Subject } from '../../model/ids.ts';
import { isGlob } from '../../model/rules/match.ts';
import { subjectParts } from '../../model/subject.ts';
import { oneLine } from './plain-text.ts';
import { programName } from './runnable.ts';

/** A command that a person can paste into a shell, and its purpose. */
export type Command = { readonly purpose: string; readonly line: string };

/** The maximum length of a command in a message, in characters. */
const longestLine = 300;

/** Quotes a word so that a POSIX shell takes it literally. */
export const shellWord = (word: string): string =>
  /^[\w./:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/**
 * Returns a command of words that a shell takes literally; `null` if a word cannot be shown unchanged, so that a
 * pasted command would differ. Chats remove back quotes.
 */
export function command(purpose: string, ...words: readonly string[]): Command | null {
  const line = [programName, ...words.map(shellWord)].join(' ');
  return words.some(isChanged) || line.length > longestLine ? null : { purpose, line };
}

const isChanged = (word: string): boolean => oneLine(word, longestLine) !== word || word.includes('`');

/** Returns the shortest unambiguous name of a subject: "ml-infra/vm/train-7b", "account/main". */
export function subjectForCommand(subject: Subject): string {
  const { connection, name, resource } = subjectParts(subject);
  if (resource === null || connection !== null || /^-|\//.test(name) || resource.id.includes('/'))
    return subject;
  return `${name}/${resource.kind}/${resource.id}`;
}

type OfSubject = { readonly subject: Subject };
type OfAlert = OfSubject & { readonly rule: RuleName };
/** The action too, since one rule may have announced several on a stopped VM. */
type OfAct = OfAlert & { readonly action: ActionKind };

const actionOption = (action: ActionKind): string[] =>
  action === 'image' || action === 'terminate' ? ['--action', action] : [];

const answer =
  (verb: 'approve' | 'deny', reason: string) =>
  ({ subject, rule, action }: OfAct): Command | null => {
    const words = [subjectForCommand(subject), '--rule', rule, ...actionOption(action)];
    return command(verb, verb, ...words, '--reason', reason);
  };
export const approve = answer('approve', 'agreed');
export const deny = answer('deny', 'not now');

export function keep({ subject }: OfSubject): Command | null {
  const name = subjectForCommand(subject);
  // Commands that take globs would match other names too.
  if (isGlob(name)) return null;
  return command('keep for a week', 'keep', name, '--for', '7d', '--reason', 'still needed');
}

export function silence({ subject, rule }: OfAlert): Command | null {
  const alerts = `${rule}/${subjectForCommand(subject)}`;
  if (isGlob(alerts) || alerts.startsWith('-')) return null;
  return command('silence for a day', 'silence', alerts, '--for', '24h', '--reason', 'known');
}

export function believe({ subject }: OfSubject): Command | null {
  const name = subjectForCommand(subject);
  if (isGlob(name)) return null;
  return command('confirm that they are idle', 'believe', name, '--reason', 'they ended');
}

export const stop = ({ subject }: OfSubject): Command | null =>
  command('stop it now', 'stop', subjectForCommand(subject), '--reason', 'not needed');
export const start = ({ subject }: OfSubject): Command | null =>
  command('start it again', 'start', subjectForCommand(subject), '--reason', 'needed');
export const explain = ({ subject }: OfSubject): Command | null =>
  command('explain', 'explain', subjectForCommand(subject));
export const tryRoute = (route: string): Command | null =>
  command('test the route', 'test-alert', '--route', route);

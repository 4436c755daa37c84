import type { ActionKind } from '../../model/action-kind.ts';
import type { RuleName, Subject } from '../../model/ids.ts';
import { subjectParts } from '../../model/subject.ts';
import { oneLine } from './plain-text.ts';

/** A command that a person may paste into a shell, and what for. */
export type Command = { readonly purpose: string; readonly line: string };

/** Longer ones are no good in a message, and nobody has such names. */
const longestLine = 300;

/** A word as a POSIX shell takes it literally, whatever is in it. */
export const shellWord = (word: string): string =>
  /^[A-Za-z0-9._/-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/**
 * A command line of words that a shell takes as they are; `null` when one of them cannot be shown as it is, so
 * that people would paste another. Back quotes do not survive in chats.
 */
export function command(purpose: string, ...words: readonly string[]): Command | null {
  const line = ['spendwatch', ...words.map(shellWord)].join(' ');
  return words.some(isChanged) || line.length > longestLine ? null : { purpose, line };
}

const isChanged = (word: string): boolean => oneLine(word, longestLine) !== word || word.includes('`');

/** A subject in as few words as tell it from all others: "ml-infra/vm/train-7b", "account/main". */
export function subjectForCommand(subject: Subject): string {
  const { name, resource } = subjectParts(subject);
  if (resource === null || /^-|\//.test(name) || resource.id.includes('/')) return subject;
  return `${name}/${resource.kind}/${resource.id}`;
}

type OfSubject = { readonly subject: Subject };
type OfAlert = OfSubject & { readonly rule: RuleName };
/** One rule may have announced several acts on what rests. */
type OfAct = OfAlert & { readonly action: ActionKind };

const actionOption = (action: ActionKind): string[] =>
  action === 'image' || action === 'terminate' ? ['--act', action] : [];

export const approve = ({ subject, rule, action }: OfAct): Command | null =>
  command(
    'approve it',
    'approve',
    subjectForCommand(subject),
    '--rule',
    rule,
    ...actionOption(action),
    '--reason',
    'agreed',
  );
export const deny = ({ subject, rule, action }: OfAct): Command | null =>
  command(
    'say no',
    'deny',
    subjectForCommand(subject),
    '--rule',
    rule,
    ...actionOption(action),
    '--reason',
    'not now',
  );

/** These take globs: a name with wildcards would mean others too. */
const isGlob = (name: string): boolean => /[*?]/.test(name);

export function keep({ subject }: OfSubject): Command | null {
  const name = subjectForCommand(subject);
  if (isGlob(name)) return null;
  return command('keep for a week', 'keep', name, '--for', '7d', '--reason', 'still needed');
}

export function silence({ subject, rule }: OfAlert): Command | null {
  const alerts = `${rule}/${subjectForCommand(subject)}`;
  if (isGlob(alerts) || alerts.startsWith('-')) return null;
  return command('quiet for a day', 'silence', alerts, '--for', '24h', '--reason', 'known');
}

export const stop = ({ subject }: OfSubject): Command | null =>
  command('stop it now', 'stop', subjectForCommand(subject), '--reason', 'not needed');
export const start = ({ subject }: OfSubject): Command | null =>
  command('start it again', 'start', subjectForCommand(subject), '--reason', 'needed');
export const explain = ({ subject }: OfSubject): Command | null =>
  command('why', 'explain', subjectForCommand(subject));
export const tryRoute = (route: string): Command | null => command('try it', 'test-alert', '--route', route);

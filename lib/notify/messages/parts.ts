import type { Subject } from '../../model/ids.ts';
import type { Command } from './commands.ts';
import { oneLine } from './plain-text.ts';
import { subjectInHeadline, subjectInWords } from './subject-in-words.ts';

/** The words of a notification, before layout. */
export type Words = {
  /** The subject and the finding with its figure, short enough for the subject line of an e-mail. */
  readonly headline: string;
  readonly parts: readonly Part[];
};

/** A figure and its name; a list of lines, such as a small table, is shown unchanged. */
export type Row = readonly [name: string, figure: string | readonly string[]];

/** A part of a message, which each channel lays out in its own way. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'figures'; readonly rows: readonly Row[] }
  /** Text with a name before it. */
  | { readonly kind: 'named'; readonly name: 'Why' | 'Next'; readonly text: string }
  | { readonly kind: 'commands'; readonly commands: readonly Command[] };

/** The longest name in the text of a message. */
export const fullName = 200;

export const text = (...sentences: readonly string[]): Part => ({ kind: 'text', text: sentences.join(' ') });
export const why = (because: string): Part => ({ kind: 'named', name: 'Why', text: sentence(because) });
export const next = (...sentences: readonly string[]): Part => ({
  kind: 'named',
  name: 'Next',
  text: sentences.join(' '),
});
export const commands = (...offered: readonly (Command | null)[]): Part => ({
  kind: 'commands',
  commands: offered.filter((command) => command !== null),
});

/** Makes a part of rows of figures; rows that are `null` are left out. */
export const figures = (...rows: readonly (Row | null)[]): Part => ({
  kind: 'figures',
  rows: rows.flatMap((row): Row[] => (row === null ? [] : [[row[0], cleaned(row[1])]])),
});

/** Cleans a figure, which may hold text from the cloud; lines were cleaned by whoever made them. */
const cleaned = (figure: Row[1]): Row[1] => (typeof figure === 'string' ? oneLine(figure, 300) : figure);

/** Ends a rule's reason with a full stop, on one line. */
export const sentence = (words: string): string => oneLine(words, 1_000).replace(/(?<![.!?])$/, '.');

/** The longest headline: the 99 characters of a subject line less those of the severity. */
const longestHeadline = 87;
const nameLengths = [60, 48, 40, 34, 28, 24, 20, 16, 12];

/** Returns "subject: finding"; names are shortened as far as needed for the finding to be shown whole. */
export function headlineOf(subject: Subject, happening: string): string {
  const headlines = nameLengths.map((limit) => `${subjectInHeadline(subject, limit)}: ${happening}`);
  return headlines.find(({ length }) => length <= longestHeadline) ?? headlines.at(-1) ?? happening;
}

/** Returns the subject as it stands within a sentence. */
export const named = (subject: Subject): string => subjectInWords(subject, fullName);
export const capitalized = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

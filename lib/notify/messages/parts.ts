import type { Subject } from '../../model/ids.ts';
import type { Command } from './commands.ts';
import { oneLine } from './plain-text.ts';
import { subjectInWords } from './subject-in-words.ts';

/** What a message says, before it is laid out. */
export type Words = {
  /** What happened, short enough for the subject of an e-mail. */
  readonly headline: string;
  readonly parts: readonly Part[];
};

/** A figure and its name; lines stand as they are, such as those of a small table. */
export type Row = readonly [name: string, figure: string | readonly string[]];

/** A piece of what a message says, which every channel lays out in its own way. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'figures'; readonly rows: readonly Row[] }
  /** Text under a name that people look for. */
  | { readonly kind: 'named'; readonly name: 'Why' | 'Next'; readonly text: string }
  | { readonly kind: 'commands'; readonly commands: readonly Command[] };

/** Names in the text are given whole, unless they are absurd. */
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

/** Figures under each other; rows that are `null` are left out. */
export const figures = (...rows: readonly (Row | null)[]): Part => ({
  kind: 'figures',
  rows: rows.flatMap((row): Row[] => (row === null ? [] : [[row[0], cleaned(row[1])]])),
});

/** Any figure may hold text from the cloud; whoever lays out lines has cleaned what is in them. */
const cleaned = (figure: Row[1]): Row[1] => (typeof figure === 'string' ? oneLine(figure, 300) : figure);

/** A sentence that came with the facts. */
export const sentence = (words: string): string => oneLine(words, 1_000).replace(/(?<![.!?])$/, '.');

/** Of the 99 characters of a subject, what is left beside the severity before it. */
const longestHeadline = 87;
const nameLengths = [60, 48, 40, 34, 28, 24, 20, 16, 12];

/** A headline about a subject, whose names are cut as short as they must be for what happened never to be cut off. */
export function headlineOf(subject: Subject, happening: string): string {
  const headlines = nameLengths.map((limit) => `${subjectInWords(subject, limit)} ${happening}`);
  return headlines.find(({ length }) => length <= longestHeadline) ?? headlines.at(-1) ?? happening;
}

/** The subject within a sentence. */
export const named = (subject: Subject): string => subjectInWords(subject, fullName);
export const capitalized = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

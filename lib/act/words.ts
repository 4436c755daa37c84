import { oneLine } from './plain-text.ts';

/** What a message says, before it is laid out. */
export type Words = {
  /** What happened, short enough for the subject of an e-mail. */
  readonly headline: string;
  readonly paragraphs: readonly string[];
};

/** Names in a headline are cut short, so that what happened to them is never cut off. */
export const headlineName = 28;
/** Names in the text are given whole, unless they are absurd. */
export const fullName = 200;

/** A sentence that came with the facts. */
export const sentence = (text: string): string => oneLine(text, 1_000).replace(/(?<![.!?])$/, '.');

/** Figures under each other, each with its name before it. */
export function figures(rows: readonly (readonly [name: string, figure: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, figure]) => `${name.padEnd(width)}  ${oneLine(figure, 300)}`).join('\n');
}

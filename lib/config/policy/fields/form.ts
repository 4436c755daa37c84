import { readSpan, type Span, spanPattern } from '../../../model/time/time.ts';

/** How a value is written. Editors are shown the very pattern that a text must fit before it is read. */
export type Form<T> = {
  readonly pattern: RegExp;
  readonly read: (text: string) => T | undefined;
};

export const spanForm: Form<Span> = { pattern: spanPattern, read: readSpan };

/** The same, or one word that has a value of its own. */
export const orWord = <T, W>({ pattern, read }: Form<T>, word: string, value: W): Form<T | W> => ({
  pattern: new RegExp(`^${word}$|${pattern.source}`),
  read: (text) => (text === word ? value : read(text)),
});

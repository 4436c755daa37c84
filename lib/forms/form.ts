import { readSpan, type Span, spanPattern } from '../model/time/time.ts';

/** The written form of a value. The schema for editors uses the same pattern. */
export type Form<T> = {
  readonly pattern: RegExp;
  readonly read: (text: string) => T | undefined;
};

export const spanForm: Form<Span> = { pattern: spanPattern, read: readSpan };

/** Returns a form that also accepts one word with its own value. */
export const orWord = <T, W>({ pattern, read }: Form<T>, word: string, value: W): Form<T | W> => ({
  pattern: new RegExp(`^${word}$|${pattern.source}`),
  read: (text) => (text === word ? value : read(text)),
});

/** True if durations are in descending order. Invalid ones are ignored here, since they are reported elsewhere. */
export const areFalling = (spans: readonly (Span | undefined)[]): boolean =>
  spans.every((span, index) => {
    const previous = index === 0 ? undefined : spans[index - 1];
    return span === undefined || previous === undefined || span < previous;
  });

export const mustFall = 'must be in descending order, without duplicates';

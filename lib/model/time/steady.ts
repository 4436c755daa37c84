import { days, type Instant, later, milliseconds, type Span } from './time.ts';

/** An interval without a clock change in a zone. */
export type SteadyInterval = {
  readonly from: Instant;
  /** May be infinite. */
  readonly until: number;
  /** The offset of local clocks from UTC. */
  readonly offset: Span;
};

export const aDay = days(1);

/** Returns the time since local clocks last showed a multiple of a span, such as a whole hour. */
export function sinceClocksShowed(span: Span, at: Instant, { offset }: SteadyInterval): Span {
  const localTime = later(at, offset);
  return milliseconds(localTime - Math.floor(localTime / span) * span);
}

/** Reports whether no local time is ambiguous or skipped from a day before to two days after. */
export const isFarFromChange = (at: Instant, { from, until }: SteadyInterval): boolean =>
  from <= at - aDay && at + 2 * aDay <= until;

/** The maximum number of entries: more than a process needs, so that a faulty caller cannot fill the memory. */
const mostEntries = 1_000;

/** A cache of the last result of a slow, pure function for each key. */
export type LastAnswers<T> = {
  get(key: string): T | undefined;
  /** Keeps a result in place of the last one under its key, and returns it. */
  keep(key: string, answer: T): T;
};

export function lastAnswers<T>(): LastAnswers<T> {
  const entries = new Map<string, T>();
  return {
    get: (key) => entries.get(key),
    keep(key, answer) {
      if (entries.size >= mostEntries) entries.clear();
      entries.set(key, answer);
      return answer;
    },
  };
}

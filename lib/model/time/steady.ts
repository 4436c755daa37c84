import { days, type Instant, later, milliseconds, type Span } from './time.ts';

/** A stretch of time without a clock change in a zone. */
export type SteadyInterval = {
  readonly from: Instant;
  /** May be infinite. */
  readonly until: number;
  /** The offset of local clocks from UTC. */
  readonly offset: Span;
};

export const aDay = days(1);

/** Returns the time since the clocks showed a multiple of a span, such as a whole hour. */
export function sinceClocksShowed(span: Span, at: Instant, { offset }: SteadyInterval): Span {
  const localTime = later(at, offset);
  return milliseconds(localTime - Math.floor(localTime / span) * span);
}

/** Reports whether no local time is ambiguous or skipped from a day before to two days after. */
export const isFarFromChange = (at: Instant, { from, until }: SteadyInterval): boolean =>
  from <= at - aDay && at + 2 * aDay <= until;

/** The most entries, far above what one process needs, so that a faulty caller cannot fill the memory. */
const most = 1_000;

/** The last results of a slow, pure function, each under its key, for as long as it is valid. */
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
      if (entries.size >= most) entries.clear();
      entries.set(key, answer);
      return answer;
    },
  };
}

import { days, type Instant, later, milliseconds, type Span } from './time.ts';

/** A stretch of time without a clock change in a zone. */
export type Steady = {
  readonly from: Instant;
  /** May be infinite. */
  readonly until: number;
  /** How far the clocks are ahead of UTC. */
  readonly offset: Span;
};

export const aDay = days(1);

/** Returns the time since the clocks showed a multiple of a span, such as a whole hour. */
export function sinceClocksShowed(span: Span, at: Instant, { offset }: Steady): Span {
  const shown = later(at, offset);
  return milliseconds(shown - Math.floor(shown / span) * span);
}

/** Whether no local time is ambiguous or skipped from a day before to two days after. */
export const isFarFromChange = (at: Instant, { from, until }: Steady): boolean =>
  from <= at - aDay && at + 2 * aDay <= until;

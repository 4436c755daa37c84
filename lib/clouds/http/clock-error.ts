import { later, milliseconds, type Span, spanInWords, tolerableSkew } from '../../model/time/time.ts';
import type { ReplyNote } from './reply-note.ts';
import type { RequestClock } from './retry/request-budget.ts';

/** The clocks of the cloud and this machine differ too much for any fact to be placed in time. */
export class ClockError extends Error {
  override readonly name = 'ClockError';
  readonly kind = 'wrong-clock';
  /** The time by which the cloud's clock is ahead of this machine's. */
  readonly ahead: Span;

  constructor(ahead: Span) {
    const difference = spanInWords(milliseconds(Math.abs(ahead)));
    const allowed = spanInWords(tolerableSkew);
    super(
      `the clock of this machine is ${difference} ${ahead > 0 ? 'behind' : 'ahead of'} that of the cloud (at most ${allowed} allowed)`,
    );
    this.ahead = ahead;
  }
}

/** The result of a clock check; `unknown` where the cloud sends no time, or does not answer. */
export type ClockCheck = 'right' | 'unknown' | ClockError;

/** Returns our clock, corrected by the difference. It only dates notifications of the error. */
export const setRight = (
  { now }: Pick<RequestClock, 'now'>,
  { ahead }: ClockError,
): Pick<RequestClock, 'now'> => ({
  now: () => later(now(), ahead),
});

/**
 * Returns an error if even the smallest clock difference that explains the date of a reply is too large. The date is in
 * whole seconds, from some moment between request and reply.
 */
export function findClockError({ date, sentAt, took }: ReplyNote): ClockError | null {
  if (date === null) return null;
  const least = date - sentAt - took;
  const most = date - sentAt + 1_000;
  if (least > tolerableSkew) return new ClockError(milliseconds(least));
  return most < -tolerableSkew ? new ClockError(milliseconds(most)) : null;
}

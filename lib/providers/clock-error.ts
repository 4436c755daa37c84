import { tolerableSkew } from '../model/time/ahead.ts';
import { later, milliseconds, type Span, spanInWords } from '../model/time/time.ts';
import type { ReplyNote } from './reply-note.ts';
import type { Clock } from './retry/request-budget.ts';

/** The cloud tells another time than this machine: nothing that either says can be placed in time. */
export class ClockError extends Error {
  override readonly name = 'ClockError';
  readonly kind = 'wrong-clock';
  /** How far the cloud's clock is ahead of ours. */
  readonly ahead: Span;

  constructor(ahead: Span) {
    const off = spanInWords(milliseconds(Math.abs(ahead)));
    const most = spanInWords(tolerableSkew);
    super(
      `the clock of this machine is ${off} ${ahead > 0 ? 'behind' : 'ahead of'} that of the cloud, and ${most} are tolerated`,
    );
    this.ahead = ahead;
  }
}

/** What the cloud's time says of our clock; `unknown` where it tells none, or does not answer. */
export type ClockSeen = 'right' | 'unknown' | ClockError;

/** Our clock, set by that of the cloud: for word of the error alone. */
export const setRight = ({ now }: Pick<Clock, 'now'>, { ahead }: ClockError): Pick<Clock, 'now'> => ({
  now: () => later(now(), ahead),
});

/** The cloud wrote its date, cut to the second, at some moment between request and reply: only what no such moment explains counts. */
export function clockErrorIn({ date, sentAt, took }: ReplyNote): ClockError | null {
  if (date === null) return null;
  const least = date - sentAt - took;
  const most = date - sentAt + 1_000;
  if (least > tolerableSkew) return new ClockError(milliseconds(least));
  return most < -tolerableSkew ? new ClockError(milliseconds(most)) : null;
}

import { between, type Instant, isoInstant, type Span, spanInWords } from '../../model/time/time.ts';

/** When passes ended, as far as health goes by it. */
export type Passing = {
  readonly startedAt: Instant;
  /** When the last pass ended that did not break off; `null` before the first. */
  readonly lastPassAt: Instant | null;
};

export type Health = {
  readonly status: 'ok' | 'late';
  readonly last_pass_at: string | null;
  readonly because: string;
};

/** So many intervals without a pass are one too many. */
const patience = 3;

/** Whether the watch is kept: a pass takes its time, and one may fail. */
export function healthOf({ startedAt, lastPassAt }: Passing, every: Span, now: Instant): Health {
  const age = between(lastPassAt ?? startedAt, now);
  const told = lastPassAt === null ? 'no pass has ended yet' : `the last pass ended ${spanInWords(age)} ago`;
  const isLate = age > patience * every;
  return {
    status: isLate ? 'late' : 'ok',
    last_pass_at: lastPassAt && isoInstant(lastPassAt),
    because: `${told}; they come every ${spanInWords(every)}`,
  };
}

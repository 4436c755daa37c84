import { between, type Instant, isoInstant, type Span, spanInWords } from '../../model/time/time.ts';

/** The times of passes that health depends on. */
export type Passing = {
  readonly startedAt: Instant;
  /** The end of the last completed pass; `null` before the first. */
  readonly lastPassAt: Instant | null;
};

export type Health = {
  readonly status: 'ok' | 'late';
  readonly last_pass_at: string | null;
  readonly because: string;
};

/** Intervals without a completed pass after which the service is late. */
const patience = 3;

/** Reports health by the age of the last completed pass. */
export function healthOf({ startedAt, lastPassAt }: Passing, every: Span, now: Instant): Health {
  const age = between(lastPassAt ?? startedAt, now);
  const last = lastPassAt === null ? 'no pass completed yet' : `last pass completed ${spanInWords(age)} ago`;
  const isLate = age > patience * every;
  return {
    status: isLate ? 'late' : 'ok',
    last_pass_at: lastPassAt && isoInstant(lastPassAt),
    because: `${last}; interval ${spanInWords(every)}`,
  };
}

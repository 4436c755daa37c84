import * as z from 'zod';
import { Rollup } from './money/meter.ts';
import type { Charge } from './money/money.ts';
import { findPeriod, type Period } from './time/period.ts';
import { lastAnswers } from './time/steady.ts';
import { days, earlier, earliest, hours, Instant, milliseconds, type Span } from './time/time.ts';

/** The spend from before monitoring began, as far as it has been read from the platform. */
export const PastSpend = z.object({
  /**
   * The time when metering began, and the IANA time zone of its days and months at that time, which does not change.
   */
  measuredSince: Instant,
  zone: z.string(),
  /** The end of the hour in which metering began; that hour is taken from the report in full. */
  until: Instant,
  /** The time up to which it was read. Reading begins at the start of the previous month, oldest first. */
  reached: Instant,
  /** Closed periods that later reports may still add to. */
  open: z.array(Rollup).default([]),
  /** The reason why the last request was not answered, and the time of the next one. */
  gap: z.object({ because: z.string(), isUnsupported: z.boolean(), until: Instant }).nullable().default(null),
});
export type PastSpend = z.infer<typeof PastSpend>;

/** An hour or day of past spend, as the platform reported it. */
export type ReportedPeriod = {
  readonly period: Period;
  readonly charge: Charge;
  /** True if all its rows could be read. */
  readonly isWhole: boolean;
};

/** The answers of one poll about past spend, oldest first. */
export type ReportedPast = {
  readonly periods: readonly ReportedPeriod[];
  readonly gap: PastSpend['gap'];
};

/** The recent time that is read by the hour, for usual rates and charts; earlier time is read by the day. */
const readByHour: Span = days(7);
/**
 * The time after its end at which a period is requested: a platform may report hours later.
 */
const reportsLag: Span = hours(2);
/** The time after which unreported periods are no longer requested. */
const longestWait: Span = days(31);

/** Returns the past spend to read for a target that is polled for the first time. */
export function beginPastSpend(at: Instant, zone: string): PastSpend {
  const hour = findPeriod('hour', at, zone);
  const month = findPeriod('month', at, zone);
  const { from: reached } = findPeriod('month', earlier(month.from, milliseconds(1)), zone);
  const until = hour.from === at ? at : hour.until;
  return { measuredSince: at, zone, until, reached, open: [], gap: null };
}

/** Reports whether reading is finished: all is known, or the platform has not answered for too long. */
export const isPastRead = ({ reached, until }: PastSpend, now: Instant): boolean =>
  reached >= until || now - until > longestWait;

/** Returns the hours and days to request, oldest first and without a gap. */
export function periodsDue(past: PastSpend, now: Instant): readonly Period[] {
  const { zone } = past;
  if (isPastRead(past, now) || (past.gap !== null && now < past.gap.until)) return [];
  const settled = earliest(past.until, earlier(now, milliseconds((now % hours(1)) + reportsLag)));
  // All targets that are new in one run request the same periods, about two hundred.
  const key = `${zone} ${past.until}`;
  const last = lastDue.get(key);
  if (last?.from === past.reached && last.settled === settled) return last.due;
  return lastDue.keep(key, { from: past.reached, settled, due: listDuePeriods(past, settled) }).due;
}

const lastDue = lastAnswers<{
  readonly from: Instant;
  readonly settled: Instant;
  readonly due: readonly Period[];
}>();

function listDuePeriods({ reached, until: end, zone }: PastSpend, settled: Instant): readonly Period[] {
  const byHour = findPeriod('day', earlier(end, readByHour), zone).from;
  const due: Period[] = [];
  for (let from = reached; from < settled; ) {
    const { unit, until } = findPeriod(from < byHour ? 'day' : 'hour', from, zone);
    if (until > settled) break;
    due.push({ unit, from, until });
    from = until;
  }
  return due;
}

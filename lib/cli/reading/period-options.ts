import type { Command } from 'commander';
import { wrongSetting } from '../../config/settings/settings-error.ts';
import { findPeriod, type Interval, startOfDate } from '../../model/time/period.ts';
import {
  earlier,
  earliest,
  type Instant,
  later,
  milliseconds,
  readInstant,
  readSpan,
} from '../../model/time/time.ts';

export type PeriodFlags = {
  readonly month?: string;
  readonly from?: string;
  readonly until?: string;
  readonly last?: string;
};

export const withPeriodOptions = (command: Command): Command =>
  command
    .option('--month <month>', 'a calendar month, such as 2026-11')
    .option('--from <time>', 'start: a day such as 2026-11-01, or an RFC 3339 time')
    .option('--until <time>', 'end (exclusive): a day or an RFC 3339 time (default: now)')
    .option('--last <span>', 'a period up to now, such as 24h or 7d');

/**
 * Returns the selected period in a time zone, up to now at most.
 * @throws SettingsError for a period that cannot be read, or options that contradict each other.
 */
export function intervalOf(
  { month, from, until, last }: PeriodFlags,
  zone: string,
  now: Instant,
  otherwise: (now: Instant) => Instant,
): Interval {
  const options = [month && '--month', last && '--last', (from ?? until) && '--from'].filter(Boolean);
  if (options.length > 1) throw wrongSetting(`${options[0]}`, `cannot be combined with ${options[1]}`);
  const end = later(now, milliseconds(1));
  if (month !== undefined) {
    const first = startOfDate(`${month}-01`, zone);
    if (first === undefined) throw wrongSetting('--month', 'must be a month such as 2026-11');
    const period = findPeriod('month', first, zone);
    return notEmpty('--month', { from: period.from, until: earliest(period.until, end) });
  }
  if (last !== undefined) {
    const span = readSpan(last);
    if (span === undefined || span <= 0)
      throw wrongSetting('--last', 'must be a duration such as 24h, 7d or 2w, of 100 years at most');
    return { from: earlier(now, span), until: end };
  }
  const begins = from === undefined ? otherwise(now) : momentOf('--from', from, zone);
  const ends = until === undefined ? end : momentOf('--until', until, zone);
  return notEmpty(from === undefined ? '--until' : '--from', { from: begins, until: earliest(ends, end) });
}

function notEmpty(option: string, interval: Interval): Interval {
  if (interval.from < interval.until) return interval;
  throw wrongSetting(option, 'selects an empty period: it must start before it ends, and before now');
}

function momentOf(option: string, text: string, zone: string): Instant {
  const moment = startOfDate(text, zone) ?? readInstant(text);
  if (moment === undefined)
    throw wrongSetting(option, 'must be a day such as 2026-11-01, or a time such as 2026-11-01T06:00:00Z');
  return moment;
}

import { type Interval, localMinute } from './period.ts';
import { type Instant, readInstant } from './time.ts';

const writtenInstant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z/g;

/** Returns "2026-11-21 14:00 (Europe/London)". */
export const formatZonedMinute = (at: Instant, zone: string): string => `${localMinute(at, zone)} (${zone})`;

/** Returns "2026-11-21 14:00 to 2026-11-21 15:00 (Europe/London)". */
export const formatZonedInterval = ({ from, until }: Interval, zone: string): string =>
  `${localMinute(from, zone)} to ${formatZonedMinute(until, zone)}`;

/** Replaces the RFC 3339 instants in a text by local times: reasons are recorded in UTC, to the second. */
export const withLocalTimes = (text: string, zone: string): string =>
  text.replaceAll(writtenInstant, (written) => {
    const at = readInstant(written);
    return at === undefined ? written : localMinute(at, zone);
  });

import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { earlier, hours, Instant, later, milliseconds } from './time.ts';

export const PeriodUnit = z.enum(['hour', 'day', 'month']);
export type PeriodUnit = z.infer<typeof PeriodUnit>;

/** Half-open: `from` is in it, `until` is not. */
export const Period = z.object({ unit: PeriodUnit, from: Instant, until: Instant });
export type Period = z.infer<typeof Period>;

/** True for a name that the IANA database knows, such as "Europe/London". */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** The hour, day or month of a time zone's calendar in which an instant falls. */
export function periodAt(unit: PeriodUnit, at: Instant, zone: string): Period {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  if (unit === 'hour') {
    // Counted back from the instant: a time on the clock can be ambiguous where clocks are put back.
    const { minute, second, millisecond } = local;
    const from = earlier(at, milliseconds(minute * 60_000 + second * 1_000 + millisecond));
    return { unit, from, until: later(from, hours(1)) };
  }
  const start = (unit === 'day' ? local : local.with({ day: 1 })).startOfDay();
  const end = start.add(unit === 'day' ? { days: 1 } : { months: 1 }).startOfDay();
  return { unit, from: Instant.parse(start.epochMilliseconds), until: Instant.parse(end.epochMilliseconds) };
}

/** "2026-11-21 05:16" on the zone's clocks. */
export function localMinute(at: Instant, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return local.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
}

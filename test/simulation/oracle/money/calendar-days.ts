import { type Instant, instant } from '../../../../lib/model/time/time.ts';

/** Returns local time as if it were UTC, by the platform's own calendar and not the product's. */
export function clockAt(at: number, zone: string): number {
  return at + offsetAt(at, zone);
}

const quarter = 900_000;
const offsets = new Map<string, Map<number, number>>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the offset of a zone, which changes only at full quarters of an hour. */
function offsetAt(at: number, zone: string): number {
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  const slot = Math.floor(at / quarter);
  const found = known.get(slot);
  if (found !== undefined) return found;
  const offset = offsetOf(slot * quarter, zone);
  known.set(slot, offset);
  return offset;
}

function offsetOf(at: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) - at;
}

/** Returns the instants of a local time: two when it occurs twice, and the two nearest when it is skipped. */
export function instantsOf(clock: number, zone: string): readonly [Instant, Instant] {
  const around = [clock - offsetAt(clock - dayLong, zone), clock - offsetAt(clock + dayLong, zone)];
  const real = around.filter((at) => clockAt(at, zone) === clock);
  const all = real.length === 0 ? around : real;
  return [instant(Math.min(...all)), instant(Math.max(...all))];
}

export const dayLong = 86_400_000;
/** Returns the local midnight of a local time's day. */
export const midnightOf = (clock: number): number => Math.floor(clock / dayLong) * dayLong;
/** Returns the weekday; 1 is Monday. The first day of 1970 was a Thursday. */
export const weekdayOf = (clock: number): number => ((((Math.floor(clock / dayLong) + 3) % 7) + 7) % 7) + 1;
/** Returns when the day of a local time begins. */
export const dayStart = (clock: number, zone: string): Instant => instantsOf(midnightOf(clock), zone)[0];

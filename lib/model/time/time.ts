import * as z from 'zod';

/** A moment: milliseconds since the Unix epoch, UTC. */
export const Instant = z.number().int().brand<'Instant'>();
export type Instant = z.infer<typeof Instant>;

/** A length of time in milliseconds. */
export const Span = z.number().int().brand<'Span'>();
export type Span = z.infer<typeof Span>;

/**
 * Checks a number as the schema does, which is called only for its error: most times of a turn are checked here.
 * @throws ZodError when the number is not a safe integer.
 */
export const instant = (epochMilliseconds: number): Instant =>
  Number.isSafeInteger(epochMilliseconds) ? (epochMilliseconds as Instant) : Instant.parse(epochMilliseconds);
export const milliseconds = (count: number): Span => Math.round(count) as Span;
export const seconds = (count: number): Span => milliseconds(count * 1_000);
export const minutes = (count: number): Span => milliseconds(count * 60_000);
export const hours = (count: number): Span => milliseconds(count * 3_600_000);
export const days = (count: number): Span => milliseconds(count * 86_400_000);

export const later = (at: Instant, by: Span): Instant => (at + by) as Instant;
export const earlier = (at: Instant, by: Span): Instant => (at - by) as Instant;

/** Returns the span from one instant to another; negative when `to` is earlier. */
export const computeSpan = (from: Instant, to: Instant): Span => (to - from) as Span;
export const latest = (...instants: readonly [Instant, ...Instant[]]): Instant =>
  Math.max(...instants) as Instant;
export const earliest = (...instants: readonly [Instant, ...Instant[]]): Instant =>
  Math.min(...instants) as Instant;

export const findLatest = (instants: readonly Instant[]): Instant | null =>
  instants.reduce<Instant | null>((newest, at) => latest(newest ?? at, at), null);
export const findEarliest = (instants: readonly Instant[]): Instant | null =>
  instants.reduce<Instant | null>((oldest, at) => earliest(oldest ?? at, at), null);

/** RFC 3339. `Date.parse` alone finds a date in "friday 5", and reads a time without an offset as local time. */
const rfc3339 = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
/** The date forms of RFC 9110 that name their zone; the asctime form does not, and would be read as local time. */
const httpDate = /^[A-Z][a-z]+, .+ GMT$/;

/** Reads RFC 3339 text; `undefined` for an invalid time. */
export const readInstant = (text: string): Instant | undefined => readDate(text, rfc3339);
/** Reads the date of an HTTP header, such as "Sat, 21 Nov 2026 05:16:00 GMT". */
export const readHttpDate = (text: string): Instant | undefined => readDate(text, httpDate);

function readDate(text: string, form: RegExp): Instant | undefined {
  const parsed = form.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(parsed) ? undefined : (parsed as Instant);
}

/** Returns RFC 3339 in UTC, with milliseconds only where they are not zero. */
export const isoInstant = (at: Instant): string => new Date(at).toISOString().replace('.000Z', 'Z');

/** Returns RFC 3339 in UTC, truncated to the second, for texts that people read. */
export const isoSecond = (at: Instant): string => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');

const spanUnits = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
type SpanUnit = keyof typeof spanUnits;
const isSpanUnit = (text: string): text is SpanUnit => text in spanUnits;

export const spanPattern = /^(\d+(\.\d+)?[smhdw])+$/;

/** The longest span that is read, 100 years: calendars cannot hold times that are much further away. */
const longestSpan = 36_525 * spanUnits.d;

/** Reads "90s", "15m", "4h", "7d", "2w" or a sum such as "1h30m", up to 100 years; `undefined` for anything else. */
export function readSpan(text: string): Span | undefined {
  if (!spanPattern.test(text)) return undefined;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+(?:\.\d+)?)([smhdw])/g)) {
    if (count === undefined || unit === undefined || !isSpanUnit(unit)) return undefined;
    total += Number(count) * spanUnits[unit];
  }
  return total <= longestSpan ? milliseconds(total) : undefined;
}

/** Returns a span in its two largest units, such as "5 h 48 min" or "3 d 2 h". */
export function spanInWords(span: Span): string {
  if (span < 59_500) return span < 500 ? '0 min' : `${Math.round(span / 1_000)} s`;
  const total = Math.round(span / 60_000);
  const parts = [
    { count: Math.floor(total / 1_440), unit: 'd' },
    { count: Math.floor((total % 1_440) / 60), unit: 'h' },
    { count: total % 60, unit: 'min' },
  ];
  const first = parts.findIndex((part) => part.count > 0);
  return parts
    .slice(first, first + 2)
    .filter((part) => part.count > 0)
    .map((part) => `${part.count} ${part.unit}`)
    .join(' ');
}

/** The largest tolerated difference between clocks. Beyond it, nothing that depends on time is trusted. */
export const tolerableSkew: Span = minutes(10);

/** Reports whether an instant is so far in the future that a clock was wrong when it was written, or is wrong now. */
export const isAhead = (at: Instant, now: Instant): boolean => computeSpan(now, at) > tolerableSkew;

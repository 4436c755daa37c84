import { computeSpan, type Instant, type Span } from './time.ts';

const units = [
  { unit: 'd', length: 86_400_000 },
  { unit: 'h', length: 3_600_000 },
  { unit: 'min', length: 60_000 },
  { unit: 's', length: 1_000 },
] as const;

/** Returns a duration in the largest unit that gives at least 2, rounded down: "45 s", "90 min", "26 h", "3 d". */
export function briefSpan(span: Span): string {
  const { unit, length } = units.find((candidate) => span >= 2 * candidate.length) ?? {
    unit: 's',
    length: 1_000,
  };
  return `${Math.floor(Math.max(0, span) / length)} ${unit}`;
}

/** Returns "3 min ago", "in 2 h" or "now". */
export function relativeTime(at: Instant, now: Instant): string {
  const past = computeSpan(at, now);
  if (Math.abs(past) < 2_000) return 'now';
  return past > 0 ? `${briefSpan(past)} ago` : `in ${briefSpan(computeSpan(now, at))}`;
}

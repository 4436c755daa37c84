import * as z from 'zod';
import type { Interval } from '../time/period.ts';
import { computeSpan, earliest, latest, milliseconds, Span, spanInWords } from '../time/time.ts';
import type { Meter } from './meter.ts';

/** The coverage of figures: the length of the interval, and how much of it spend is known for and was monitored. */
export const Coverage = z.object({ span: Span, known: Span, watched: Span });
export type Coverage = z.infer<typeof Coverage>;

export const isWhole = ({ span, known }: Coverage): boolean => known >= span;

/** Returns the coverage of an interval by meters; `uncovered` are the intervals without a meter. */
export function computeCoverage(
  meters: readonly Meter[],
  uncovered: readonly Interval[],
  { from, until }: Interval,
): Coverage {
  const span = Math.max(0, computeSpan(from, until));
  let unknown = uncovered.reduce((total, stretch) => total + computeSpan(stretch.from, stretch.until), 0);
  let unwatched = unknown;
  for (const { period, since, gap, measuredSince } of meters) {
    const begins = latest(period.from, since);
    const reported = Math.max(0, earliest(measuredSince ?? begins, period.until) - begins);
    unknown += gap;
    // The gap includes the unknown part of the time before metering.
    unwatched += Math.max(gap, reported);
  }
  const computeRest = (part: number) => milliseconds(Math.max(0, span - part));
  return {
    span: milliseconds(span),
    known: computeRest(unknown),
    watched: computeRest(Math.max(unknown, unwatched)),
  };
}

/**
 * Returns the coverage of a sum, which is that of its least covered part; `null` without parts. Each part reaches up
 * to its last poll.
 */
export function computeLeastCoverage(coverages: Iterable<Coverage>): Coverage | null {
  const all = [...coverages];
  if (all.length === 0) return null;
  const span = Math.max(...all.map((coverage) => coverage.span));
  const less = (part: 'known' | 'watched') =>
    milliseconds(span - Math.max(...all.map((coverage) => coverage.span - coverage[part])));
  return { span: milliseconds(span), known: less('known'), watched: less('watched') };
}

/** Returns "52 of 1,440 minutes". */
export const formatCoveredMinutes = (part: Span, { span }: Pick<Coverage, 'span'>): string =>
  `${inMinutes(part)} of ${inMinutes(span)} minutes`;

const inMinutes = (span: Span): string => Math.floor(span / 60_000).toLocaleString('en-US');

/** Returns the time that was monitored, in words; `null` if that is all of the time, or unknown. */
export const watchedInWords = (coverage: Coverage | null): string | null =>
  coverage === null || coverage.watched >= coverage.span
    ? null
    : formatCoveredMinutes(coverage.watched, coverage);

/**
 * Describes the part that figures leave out, and the part that the platform reports; `null` when all was monitored.
 */
export function coverageInWords(coverage: Coverage): string | null {
  const { known, watched } = coverage;
  if (!isWhole(coverage)) return `known for ${formatCoveredMinutes(known, coverage)} only`;
  const isWatched = watched >= known;
  return isWatched ? null : `measured for ${spanInWords(watched)}; the rest from the platform's billing`;
}

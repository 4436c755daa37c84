import * as z from 'zod';
import type { Interval } from '../time/period.ts';
import { between, earliest, latest, milliseconds, Span } from '../time/time.ts';
import type { Meter } from './meter.ts';

/** How much of a time figures cover: of `asked`, spend is `known` for so long, and was `watched` for so long. */
export const Coverage = z.object({ asked: Span, known: Span, watched: Span });
export type Coverage = z.infer<typeof Coverage>;

export const isWhole = ({ asked, known }: Coverage): boolean => known >= asked;

/** Returns how much of an interval meters cover; `left` is what none of them holds. */
export function coverageOf(
  meters: readonly Meter[],
  left: readonly Interval[],
  { from, until }: Interval,
): Coverage {
  const asked = Math.max(0, between(from, until));
  let unknown = left.reduce((total, stretch) => total + between(stretch.from, stretch.until), 0);
  let unwatched = unknown;
  for (const { period, since, gap, measuredSince } of meters) {
    const begins = latest(period.from, since);
    const reported = Math.max(0, earliest(measuredSince ?? begins, period.until) - begins);
    unknown += gap;
    // What is not known of the time before measuring is a gap too.
    unwatched += Math.max(gap, reported);
  }
  const rest = (part: number) => milliseconds(Math.max(0, asked - part));
  return { asked: milliseconds(asked), known: rest(unknown), watched: rest(Math.max(unknown, unwatched)) };
}

/** Returns the coverage of a sum: it lacks as much as the part that lacks most. The parts were asked up to their last polls. */
export function leastOf(coverages: Iterable<Coverage>): Coverage | null {
  const all = [...coverages];
  if (all.length === 0) return null;
  const asked = Math.max(...all.map((coverage) => coverage.asked));
  const less = (part: 'known' | 'watched') =>
    milliseconds(asked - Math.max(...all.map((coverage) => coverage.asked - coverage[part])));
  return { asked: milliseconds(asked), known: less('known'), watched: less('watched') };
}

/** Returns "52 of 1,440 minutes". */
export const minutesOf = (part: Span, { asked }: Pick<Coverage, 'asked'>): string =>
  `${inMinutes(part)} of ${inMinutes(asked)} minutes`;

const inMinutes = (span: Span): string => Math.floor(span / 60_000).toLocaleString('en-US');

/** Says what figures leave out, and what of them is the platform's report; `null` when all was watched. */
export function coverageInWords(coverage: Coverage): string | null {
  const { known, watched } = coverage;
  if (!isWhole(coverage)) return `known for ${minutesOf(known, coverage)} only`;
  const isWatched = watched >= known;
  return isWatched ? null : `${minutesOf(watched, coverage)} watched, the rest as the platform reports it`;
}

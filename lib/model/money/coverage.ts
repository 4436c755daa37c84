import * as z from 'zod';
import { milliseconds, Span } from '../time/time.ts';

/** How much of a time figures cover: of `asked`, spend is `known` for so long, and was `watched` for so long. */
export const Coverage = z.object({ asked: Span, known: Span, watched: Span });
export type Coverage = z.infer<typeof Coverage>;

export const isWhole = ({ asked, known }: Coverage): boolean => known >= asked;

/** Returns the coverage of a sum, which is that of its least known part. */
export function leastOf(coverages: Iterable<Coverage>): Coverage | null {
  const all = [...coverages];
  if (all.length === 0) return null;
  const least = (part: (coverage: Coverage) => Span) => milliseconds(Math.min(...all.map(part)));
  return {
    asked: milliseconds(Math.max(...all.map(({ asked }) => asked))),
    known: least(({ known }) => known),
    watched: least(({ watched }) => watched),
  };
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

import { stableHash } from '../stable-hash.ts';
import { type Instant, instant, type Span } from './time.ts';

/**
 * Rounds of a name, one in each interval. They begin at a moment of the name's own, so that a thousand targets do not all
 * ask for the same thing in the same poll.
 */
export const computeRoundNumber = (name: string, every: Span, at: Instant): number =>
  Math.floor((at - (stableHash(name) % every)) / every);

export const roundBegins = (name: string, every: Span, round: number): Instant =>
  instant(round * every + (stableHash(name) % every));

import { stableHash } from '../stable-hash.ts';
import { type Instant, instant, type Span } from './time.ts';

/**
 * Returns the number of the round that contains an instant. Rounds last `every` and begin at an offset of the name's
 * own, so that a thousand targets do not all request the same thing in the same poll.
 */
export const computeRoundNumber = (name: string, every: Span, at: Instant): number =>
  Math.floor((at - (stableHash(name) % every)) / every);

export const roundBegins = (name: string, every: Span, round: number): Instant =>
  instant(round * every + (stableHash(name) % every));

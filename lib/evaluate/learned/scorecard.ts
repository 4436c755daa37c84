import { hours, type Span } from '../../model/time/time.ts';
import { chanceBy, type Evidence, termsOf } from './risk.ts';
import fitted from './scorecard.json' with { type: 'json' };

/**
 * The times that the scorecard is fitted for. `npm run fit:idle` fits it; docs/idle.md describes the data and the
 * accuracy.
 */
export type Horizon = keyof typeof fitted.weights;

const isHorizon = (count: string): count is Horizon => count in fitted.weights;

/** @throws RangeError for a time that the scorecard is not fitted for. */
export function horizonOf(within: Span): Horizon {
  const count = String(within / hours(1));
  if (isHorizon(count)) return count;
  throw new RangeError(`the scorecard is not fitted for ${count} h`);
}

/**
 * Returns the risk of stopping a quiet machine: the chance that it is used within the time, if this is the first time
 * that the chance is so low. The scorecard is fitted on such moments.
 */
export const riskOf = (evidence: Evidence, horizon: Horizon): number =>
  chanceBy(fitted.weights[horizon], termsOf(evidence));

import { hasPrice } from '../clouds/profiles.ts';
import type { Observation } from '../model/facts/observation.ts';
import { missingFact } from './missing-fact.ts';

/** Returns the number of a project's resources whose price is unknown now, so that sums of prices are minimums. */
export const unpricedIn = (observation: Observation): number =>
  observation.kind === 'project'
    ? observation.resources.filter(
        ({ kind, price, activity }) =>
          price === null && activity !== 'gone' && hasPrice(observation.cloud, kind),
      ).length
    : 0;

export const unpricedInWords = (count: number): string =>
  count === 1 ? '1 resource has no price' : `${count} resources have no price`;

export const somePrices = missingFact('prices', 'the price of some of its resources');

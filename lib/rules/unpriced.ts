import { hasPrice } from '../clouds/profiles.ts';
import type { Observation } from '../model/facts/observation.ts';
import { missingFact } from './missing-fact.ts';

/**
 * Returns the number of resources of a project, or of the projects that an account's burn rate sums, whose price
 * is unknown. Sums of prices are then minimums.
 */
export function countUnpricedResources(observation: Observation): number {
  if (observation.kind === 'account') return observation.rateOfProjects?.unpriced ?? 0;
  if (observation.kind === 'group') return 0;
  const { cloud, resources } = observation;
  return resources.filter(
    ({ kind, price, activity }) => price === null && activity !== 'gone' && hasPrice(cloud, kind),
  ).length;
}

export const unpricedInWords = (count: number): string =>
  count === 1 ? '1 resource has no price' : `${count} resources have no price`;

export const somePrices = missingFact('prices', 'the price of some of its resources');

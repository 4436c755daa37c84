import type { Observation } from '../../model/facts/observation.ts';
import {
  getGivenName,
  isEstimated,
  type Resource,
  sizeInWords,
  toResourceSubject,
} from '../../model/facts/resource.ts';
import type { Subject, TargetId } from '../../model/ids.ts';
import { comparePrices, free } from '../../model/money/money.ts';
import { getResourceCost } from '../../rules/facts.ts';
import type { Head } from '../../state/head.ts';
import type { Driver } from '../../state/notification.ts';
import type { Claim } from '../../state/override.ts';

const mostDrivers = 3;

/** Returns the resources of a target with the highest hourly cost. */
export function selectDrivers(observation: Observation, target: TargetId): Driver[] {
  if (observation.kind !== 'project') return [];
  return selectCostliest(
    observation.resources.map((resource) => buildDriver(toResourceSubject(target, resource), resource)),
  );
}

/** Returns the resources of several projects with the highest hourly cost, for an account or a group. */
export const selectFleetDrivers = (heads: readonly Pick<Head, 'observation' | 'target'>[]): Driver[] =>
  selectCostliest(
    heads.flatMap(({ observation, target }) =>
      observation === null ? [] : selectDrivers(observation, target),
    ),
  );

/** Describes a resource: its kind, its hourly cost, who made it and who needs it. */
export function buildDriver(subject: Subject, resource: Resource, { owner, purpose }: Claim = {}): Driver {
  const name = getGivenName(resource);
  return {
    subject,
    price: getResourceCost(resource),
    ...(isEstimated(resource) && { isEstimate: true }),
    what: resource.gpus > 0 ? sizeInWords(resource) : resource.kind,
    by: resource.createdBy,
    ...(name !== undefined && { name }),
    ...(owner && { owner }),
    ...(purpose && { purpose }),
    ...(resource.expiresAt === null ? {} : { expiresAt: resource.expiresAt }),
  };
}

const selectCostliest = (drivers: readonly Driver[]): Driver[] =>
  drivers
    .filter(({ price }) => comparePrices(price, free) > 0)
    .toSorted((left, right) => comparePrices(right.price, left.price))
    .slice(0, mostDrivers);

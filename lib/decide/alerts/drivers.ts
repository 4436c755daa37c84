import type { Observation } from '../../model/facts/observation.ts';
import { isEstimated, nameOf, type Resource, sizeInWords, subjectOf } from '../../model/facts/resource.ts';
import type { Subject, TargetId } from '../../model/ids.ts';
import { comparePrices, free } from '../../model/money/money.ts';
import { costOf } from '../../rules/facts.ts';
import type { Head } from '../../state/head.ts';
import type { Driver } from '../../state/notification.ts';
import type { Claim } from '../../state/override.ts';

const mostDrivers = 3;

/** Returns the resources of a target with the highest hourly cost. */
export function driversOf(observation: Observation, target: TargetId): Driver[] {
  if (observation.kind !== 'project') return [];
  return costliest(observation.resources.map((resource) => driverOf(subjectOf(target, resource), resource)));
}

/** Returns the resources of several projects with the highest hourly cost, for an account or a group. */
export const driversWithin = (heads: readonly Pick<Head, 'observation' | 'target'>[]): Driver[] =>
  costliest(
    heads.flatMap(({ observation, target }) => (observation === null ? [] : driversOf(observation, target))),
  );

/** Describes a resource: its kind, its hourly cost, who made it and who needs it. */
export function driverOf(subject: Subject, resource: Resource, { owner, purpose }: Claim = {}): Driver {
  const name = nameOf(resource);
  return {
    subject,
    price: costOf(resource),
    ...(isEstimated(resource) && { isEstimate: true }),
    what: resource.gpus > 0 ? sizeInWords(resource) : resource.kind,
    by: resource.createdBy,
    ...(name !== undefined && { name }),
    ...(owner && { owner }),
    ...(purpose && { purpose }),
    ...(resource.expiresAt === null ? {} : { expiresAt: resource.expiresAt }),
  };
}

const costliest = (drivers: readonly Driver[]): Driver[] =>
  drivers
    .filter(({ price }) => comparePrices(price, free) > 0)
    .toSorted((left, right) => comparePrices(right.price, left.price))
    .slice(0, mostDrivers);

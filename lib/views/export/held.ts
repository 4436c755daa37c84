import { computeAccrual } from '../../meter/accrue.ts';
import { selectTags } from '../../meter/attribute.ts';
import type { ProjectObservation } from '../../model/facts/observation.ts';
import { isEstimated, priceNow, type Resource } from '../../model/facts/resource.ts';
import { addCharged, type ChargeWithEstimate, charged } from '../../model/money/charged.ts';
import { charge, type HourlyPrice, noCharge } from '../../model/money/money.ts';
import type { Interval } from '../../model/time/period.ts';
import {
  computeSpan,
  earliest,
  type Instant,
  latest,
  milliseconds,
  type Span,
} from '../../model/time/time.ts';

/** An interval in which a resource had one price. */
export type PriceInterval = {
  readonly resource: Resource;
  readonly price: HourlyPrice;
  readonly isEstimate: boolean;
  readonly from: Instant;
  readonly until: Instant;
};

/** The charge of a resource in a period. */
export type ResourceCharge = ChargeWithEstimate & {
  /** The resource as it was last observed in the period. */
  readonly resource: Resource;
  /** The time for which it was charged. */
  readonly time: Span;
  /** Its hourly price; `null` if it changed. */
  readonly price: HourlyPrice | null;
};

/** The metadata key that holds the id of a resource in the copies that are accrued, which have no other metadata. */
const idKey = 'id';

/**
 * Returns the prices of each resource between two observations. It accrues as the ledger does, but with the id as
 * the only tag, so that no two resources are added up.
 */
export function computePriceIntervals(
  previous: ProjectObservation,
  next: ProjectObservation,
  carry: Span,
): readonly PriceInterval[] {
  const shown = new Map(
    [...previous.resources, ...next.resources].map((it) => [formatResourceName(it.kind, it.id), it]),
  );
  const { held } = computeAccrual(named(previous), named(next), carry, {
    tagsIn: (resource) => selectTags(resource, [idKey]),
    matches: [],
    partsIn: () => [],
  });
  return held.flatMap(({ tags, price, estimated, from, until }) => {
    const resource = price.isZero()
      ? undefined
      : shown.get(formatResourceName(tags.kind, tags.metadata?.[idKey] ?? ''));
    return resource === undefined ? [] : [{ resource, price, isEstimate: !estimated.isZero(), from, until }];
  });
}

const formatResourceName = (kind: string, id: string): string => `${kind}/${id}`;

/**
 * True if every resource kept its price from one observation to the next. That is usual, and much faster to check
 * than to accrue each charge.
 */
export function isSteady(previous: ProjectObservation, next: ProjectObservation, carry: Span): boolean {
  const { resources } = previous;
  if (resources.length !== next.resources.length) return false;
  return resources.every((resource, index) => {
    const { kind, id, activity, createdAt, seenAt } = resource;
    const now = next.resources[index];
    return (
      now?.id === id &&
      now.kind === kind &&
      costsAlike(now, resource) &&
      now.createdAt === createdAt &&
      (activity === 'gone') === (now.activity === 'gone') &&
      computeSpan(seenAt, next.at) <= carry
    );
  });
}

function costsAlike(left: Resource, right: Resource): boolean {
  const [price, priceBefore] = [priceNow(left), priceNow(right)];
  const isSame = price === priceBefore || (priceBefore !== null && price?.eq(priceBefore) === true);
  return isSame && isEstimated(left) === isEstimated(right);
}

/** Extends each interval to a later observation, with the resources as observed then. */
export function extendPriceIntervals(
  held: readonly PriceInterval[],
  last: ProjectObservation,
): readonly PriceInterval[] {
  const shown = new Map(last.resources.map((it) => [formatResourceName(it.kind, it.id), it]));
  return held.map(({ resource, ...interval }) => ({
    ...interval,
    resource: shown.get(formatResourceName(resource.kind, resource.id)) ?? resource,
    until: last.at,
  }));
}

/** Caches the renamed copy, since each observation is used twice: as the next one and as the previous one. */
const lastNamed = new WeakMap<ProjectObservation, ProjectObservation>();

function named(observation: ProjectObservation): ProjectObservation {
  const copy = lastNamed.get(observation);
  if (copy !== undefined) return copy;
  const resources = observation.resources.map((resource) => ({
    ...resource,
    dataCenter: null,
    gpuModel: null,
    createdBy: null,
    metadata: { [idKey]: resource.id },
  }));
  const copied = { ...observation, resources };
  lastNamed.set(observation, copied);
  return copied;
}

/** Adds up the charges of resources within a period. */
export function resourceMeter(period: Interval) {
  const charges = new Map<string, ResourceCharge>();
  return {
    add(held: readonly PriceInterval[]): void {
      for (const { resource, price, isEstimate, from, until } of held) {
        const span = computeSpan(latest(period.from, from), earliest(period.until, until));
        if (span <= 0) continue;
        const whole = charge(price, span);
        const part = charged(whole, isEstimate ? whole : noCharge);
        const name = formatResourceName(resource.kind, resource.id);
        const sum = charges.get(name);
        charges.set(name, {
          resource,
          ...(sum === undefined ? part : addCharged(sum, part)),
          time: milliseconds((sum?.time ?? 0) + span),
          price: sum === undefined || sum.price?.eq(price) ? price : null,
        });
      }
    },
    charges: (): readonly ResourceCharge[] => [...charges.values()],
  };
}

import { assertNever } from '../model/assert-never.ts';
import { isCommitted } from '../model/facts/commitment.ts';
import { type Observation, type Part, type ProjectObservation, partOf } from '../model/facts/observation.ts';
import { type Cost, costNow, isEstimated, priceNow, type Resource } from '../model/facts/resource.ts';
import type { ResourcesAtRisk } from '../model/facts/resources-at-risk.ts';
import type { UnsupportedPart } from '../model/facts/unsupported.ts';
import type { UsageByVm } from '../model/facts/usage-points.ts';
import type { RuleName, Subject, Target, TargetId, VmId } from '../model/ids.ts';
import { rateInWords } from '../model/money/estimate.ts';
import type { Meter } from '../model/money/meter.ts';
import { comparePrices, free, type HourlyPrice, sumPrices } from '../model/money/money.ts';
import type { Spend } from '../model/money/spend.ts';
import type { Intervals } from '../model/time/intervals.ts';
import type { Instant } from '../model/time/time.ts';
import type { FleetUse } from '../state/fleet-use.ts';
import type { Head } from '../state/head.ts';
import type { PastStop } from '../state/intent.ts';
import type { Override } from '../state/override.ts';

/** The last boot of a VM in answer to a rule's announcement. The rule's idle window begins anew from then on. */
export type Restart = { readonly rule: RuleName; readonly subject: Subject; readonly at: Instant };

/** The facts that rules judge: a target as it is now, its figures to date, and its history. */
export type Facts = {
  readonly target: Target;
  readonly observation: Observation;
  /** IANA name of the zone whose days and weeks count. */
  readonly zone: string;
  readonly spend: Spend;
  /** The usage samples of VMs up to this observation, as far back as the longest window needs. */
  readonly usages: UsageByVm;
  /** The time when each kind of signal of each VM was last known, as the head remembers it. */
  readonly signals: Head['signalsKnownAt'];
  /** Figures of VMs that fell to exactly 0 in the last day, as the head remembers them. */
  readonly falls?: Head['falls'];
  /**
   * VMs whose 0 is not believed because its source may be at fault: the reason as a sentence, and the missing fact
   * to report, if any.
   */
  readonly doubted?: ReadonlyMap<VmId, { readonly because: string; readonly fact: string | null }>;
  /** The use of VMs in the weeks before that; absent where no rule learns. */
  readonly use?: FleetUse | undefined;
  /** The past stops of the target's resources, with the wrong ones. */
  readonly stops: readonly PastStop[];
  /** The last boots that answered announcements. */
  readonly restarts?: readonly Restart[];
  /** Closed hours of the past weeks, oldest first; `null` when no hour has ended since they were last judged. */
  readonly hours: readonly Meter[] | null;
  /** The resources at risk of a billing account, as its projects were last observed. */
  readonly atRisk: ResourcesAtRisk;
  /** The active overrides. */
  readonly overrides: readonly Override[];
};

/** The facts about polling a target, which exist even when no poll succeeds. */
export type SightFacts = {
  readonly target: Target;
  readonly now: Instant;
  readonly head: Pick<
    Head,
    | 'observation'
    | 'seenAt'
    | 'beganAt'
    | 'failingSince'
    | 'reportedUntil'
    | 'failedPolls'
    | 'failedBecause'
    | 'failureScope'
  >;
  readonly unsupported: readonly UnsupportedPart[];
  /** The time of the poll before this one, successful or not; `null` when there was none. */
  readonly polledBefore: Instant | null;
  /** All targets that are polled, always in the same order. */
  readonly targets: readonly TargetId[];
  readonly intervals: Pick<Intervals, 'pollEvery' | 'spendEvery'>;
};

/** Returns the hourly cost of a resource now; zero if it is gone or has no known price. */
export const getResourceCost = (resource: Resource): HourlyPrice =>
  resource.activity === 'gone' ? free : (priceNow(resource) ?? free);

/** Returns the hourly cost of a resource if it is an estimate; otherwise zero. */
export const getEstimatedCost = (resource: Resource): HourlyPrice =>
  isEstimated(resource) ? getResourceCost(resource) : free;

type OfResource = { readonly resource: Resource };
/** Returns the total hourly cost of resources; unknown prices count as zero. */
export const sumResourceCosts = (rows: readonly OfResource[]): HourlyPrice =>
  sumPrices(rows.map(({ resource }) => getResourceCost(resource)));
/** Returns the total hourly cost of resources as text, with the part that is an estimate. */
export const rowsInWords = (rows: readonly OfResource[]): string =>
  rateInWords(sumResourceCosts(rows), sumPrices(rows.map(({ resource }) => getEstimatedCost(resource))));
/** Orders the most expensive resource first. */
export const dearestFirst = (left: OfResource, right: OfResource): number =>
  comparePrices(getResourceCost(right.resource), getResourceCost(left.resource));

/**
 * Returns the hourly cost of a resource, with a cluster's machines included. Its price is `null` if any of their
 * prices is unknown.
 */
export function computeTotalCost(resource: Resource, observation: Observation | null): Cost {
  if (resource.kind !== 'cluster') return costNow(resource);
  const parts = [resource, ...selectMachines(resource, observation)];
  const prices = parts.flatMap((part) => priceNow(part) ?? []);
  if (prices.length < parts.length) return { price: null };
  return { price: sumPrices(prices), ...(parts.some(isEstimated) && { isEstimate: true }) };
}

function selectMachines({ id }: Resource, observation: Observation | null): readonly Resource[] {
  if (observation?.kind !== 'project') return [];
  return observation.resources.filter(({ cluster, activity }) => cluster === id && activity !== 'gone');
}

/** Returns the hourly cost of the resources of a project; unknown prices count as zero. */
export const computeProjectRate = ({ resources }: Pick<ProjectObservation, 'resources'>): HourlyPrice =>
  sumPrices(resources.map(getResourceCost));

/** Returns the burn rate of a target; `null` for an account if neither the platform nor its projects show one. */
export function computeBurnRate(observation: Observation): HourlyPrice | null {
  switch (observation.kind) {
    case 'project':
      return computeProjectRate(observation);
    case 'account':
      return observation.burnRate;
    case 'group':
      return observation.spend.burnRate;
    default:
      return assertNever(observation);
  }
}

/**
 * Returns the part of the burn rate that is an estimate. For an account, that is all of a rate summed from its
 * projects.
 */
export function computeEstimatedRate(observation: Observation): HourlyPrice {
  if (observation.kind === 'group') return observation.spend.estimatedRate ?? free;
  if (observation.kind === 'account')
    return observation.rateOfProjects === undefined ? free : (observation.burnRate ?? free);
  return sumPrices(observation.resources.map(getEstimatedCost));
}

/** The parts whose resources can be started and stopped. */
const partsOfMachines: ReadonlySet<Part> = new Set(['vms', 'machines', 'clusters']);

/**
 * True if complete lists show no resource that could be started. A stopped VM counts as present, and so does a
 * resource whose absence is not proven.
 */
export const isSteady = (observation: Observation): boolean =>
  observation.kind === 'project'
    ? observation.seen.includes('vms') &&
      !observation.missing.some(({ part }) => partsOfMachines.has(part)) &&
      !observation.resources.some(
        ({ kind, activity }) => activity !== 'gone' && partsOfMachines.has(partOf[kind]),
      )
    : observation.kind === 'group' && observation.spend.isSteady === true;

/** Returns the part of the burn rate that is committed, and paid even if resources are deleted. */
export function computeCommittedRate(observation: Observation): HourlyPrice {
  if (observation.kind === 'group') return observation.spend.committedRate;
  if (observation.kind === 'account') return free;
  const committed = observation.resources.filter((resource) => isCommitted(resource, observation.at));
  return sumPrices(committed.map(getResourceCost));
}

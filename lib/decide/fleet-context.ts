import type { FateAtZero } from '../clouds/profile.ts';
import { deletesAllAtZero, fateAtZero, getCloudProfile } from '../clouds/profiles.ts';
import { getGivenName, priceNow, type ResourceKind } from '../model/facts/resource.ts';
import type { ResourcesAtRisk } from '../model/facts/resources-at-risk.ts';
import { groupByKey } from '../model/grouped-by.ts';
import { getTargetConnection, type TargetId, toTarget } from '../model/ids.ts';
import { type HourlyPrice, sumPrices } from '../model/money/money.ts';
import { type Instant, instant } from '../model/time/time.ts';
import { computeProjectRate } from '../rules/facts.ts';
import { countUnpricedResources } from '../rules/unpriced.ts';
import type { Alert } from '../state/alert.ts';
import { type Head, indexPayers } from '../state/head.ts';
import type { Driver } from '../state/notification.ts';
import type { Override } from '../state/override.ts';
import type { Policy } from '../state/policy.ts';
import { indexOverspends, type Overspend, overspendFinder } from './actions/overspend.ts';
import { selectFleetDrivers } from './alerts/drivers.ts';
import { createSourceFinder, type SourcesElsewhere } from './source-falls.ts';

/** The state of other targets that a target's turn needs, as it was when the run began. */
export type FleetContext = {
  readonly overrides: readonly Override[];
  /** Alerts of the billing account that the target belongs to, or is. */
  readonly accountAlerts: readonly Alert[];
  /** The resources of a billing account, across all its projects, that its cloud deletes at zero credit. */
  readonly atRisk: ResourcesAtRisk;
  /**
   * The total hourly cost of a billing account's projects, and how many of their resources have no price; `null` while
   * a project that belongs or may belong to it has not been observed.
   */
  readonly rateOfProjects: RateOfProjects | null;
  /** Computes, on demand, what costs most in an account or a group. */
  readonly drivers: () => readonly Driver[];
  /** Overspent budgets that count this project's spend and ask for VMs to be stopped. */
  readonly overspends: readonly Overspend[];
  /** Finds the falls of a source's VMs on other targets; absent where no rule judges use. */
  readonly sources?: SourcesElsewhere;
  /** The targets of the same connection that are polled and readable, sorted by name. */
  readonly targets: readonly TargetId[];
};

export type RateOfProjects = {
  readonly rate: HourlyPrice;
  readonly unpriced: number;
  /** The time of the oldest of the observations that the sum is made of. */
  readonly seenFrom: Instant;
};

/** Returns a function that builds each target's fleet context from the heads that a run begins with. */
export function createFleetContextBuilder(
  heads: readonly Head[],
  overrides: readonly Override[],
  policy: Pick<Policy, 'rules' | 'timezone'>,
  now: Instant,
): (target: TargetId) => FleetContext {
  const polled = heads
    .filter(({ target, unreadable }) => toTarget(target).kind !== 'group' && unreadable === null)
    .map((head) => head.target)
    .sort();
  const targets = groupByKey(polled, getTargetConnection);
  const overspendsOf = overspendFinder(heads, indexOverspends(heads, policy, now));
  const sources = createSourceFinder(heads, policy, now);
  const headOf = new Map(heads.map((head) => [head.target, head]));
  const accountOf = indexPayers(heads);
  const headsOf = groupByKey(heads, ({ target }) => accountOf.get(target));
  const listMembers = (target: TargetId): readonly Head[] => {
    const { observation } = headOf.get(target) ?? {};
    if (observation?.kind !== 'group') return headsOf.get(target) ?? [];
    const members = new Set(observation.members);
    return heads.filter((head) => members.has(head.target));
  };
  // A project's account is unknown until the project is seen; before an account is seen, none of its projects has
  // been polled.
  const unseen = heads.filter(
    ({ target, observation, failureScope }) =>
      observation === null && failureScope !== 'unlisted' && toTarget(target).kind === 'project',
  );
  const unseenIn = new Set(unseen.map((head) => getTargetConnection(head.target)));
  const isUnknownTarget = (target: TargetId): boolean =>
    unseenIn.has(getTargetConnection(target)) || !headOf.get(target)?.observation;
  return (target) => {
    const account = toTarget(target).kind === 'account' ? target : accountOf.get(target);
    return {
      overrides,
      accountAlerts: (account && headOf.get(account)?.alerts) ?? [],
      rateOfProjects: isUnknownTarget(target) ? null : sumProjectRates(headsOf.get(target) ?? []),
      atRisk: countResourcesAtRisk(headsOf.get(target) ?? [], isUnknownTarget(target)),
      drivers: () => selectFleetDrivers(listMembers(target)),
      overspends: overspendsOf(target),
      sources,
      targets: targets.get(getTargetConnection(target)) ?? [],
    };
  };
}

/** The maximum number of IDs listed of the resources that would be deleted. */
const mostNamed = 5;
type Counts = Partial<Record<ResourceKind, number>>;

/**
 * Sums the hourly rates of an account's projects, except those that are no longer listed; `null` when there are none.
 */
function sumProjectRates(heads: readonly Head[]): RateOfProjects | null {
  const projects = heads.flatMap(({ observation, failureScope }) =>
    observation?.kind === 'project' && failureScope !== 'unlisted' ? [observation] : [],
  );
  if (projects.length === 0) return null;
  return {
    rate: sumPrices(projects.map(computeProjectRate)),
    unpriced: projects.reduce((total, project) => total + countUnpricedResources(project), 0),
    seenFrom: instant(Math.min(...projects.map(({ at }) => at))),
  };
}

function countResourcesAtRisk(heads: readonly Head[], mayBeMore: boolean): ResourcesAtRisk {
  const counts = { deleted: {}, stopped: {}, kept: {} } satisfies Record<FateAtZero, Counts>;
  const lost: string[] = [];
  const prices: (HourlyPrice | null)[] = [];
  let isPartial = mayBeMore;
  let isAll = true;
  for (const { observation, failedPolls, failureScope } of heads) {
    // A project that the cloud no longer lists has no resources at risk.
    if (observation?.kind !== 'project' || failureScope === 'unlisted') continue;
    isPartial ||= failedPolls > 0 || observation.missing.length > 0;
    const cloud = getCloudProfile(observation.cloud);
    isAll &&= deletesAllAtZero(cloud);
    for (const resource of observation.resources) {
      const fate = resource.activity === 'gone' ? null : fateAtZero(cloud, resource);
      if (fate === null) continue;
      const { kind, price } = resource;
      const fateCounts: Counts = counts[fate];
      fateCounts[kind] = (fateCounts[kind] ?? 0) + 1;
      if (fate === 'deleted') lost.push(getGivenName(resource) ?? resource.id);
      else prices.push(fate === 'stopped' ? (price?.atRest ?? null) : priceNow(resource));
    }
  }
  const { deleted, stopped, kept } = counts;
  if (isAll) return { counts: deleted, isPartial };
  const knownPrices = prices.flatMap((price) => price ?? []);
  const price = knownPrices.length === prices.length ? sumPrices(knownPrices) : null;
  return { counts: deleted, isPartial, fates: { lost: lost.slice(0, mostNamed), stopped, kept, price } };
}

import { hasPrice } from '../clouds/profiles.ts';
import { assertNever } from '../model/assert-never.ts';
import type { CloudName } from '../model/cloud-name.ts';
import type { AccountObservation, Observation, ProjectObservation } from '../model/facts/observation.ts';
import { type Resource, toResourceKey } from '../model/facts/resource.ts';
import { groupByKey } from '../model/grouped-by.ts';
import { addCharged, type ChargeWithEstimate, charged, nothingCharged } from '../model/money/charged.ts';
import { charge, free, type HourlyPrice, sumPrices } from '../model/money/money.ts';
import { accountTags, type Tags } from '../model/money/share.ts';
import { computeSpan, earliest, type Instant, later, latest, type Span } from '../model/time/time.ts';
import { getEstimatedCost, getResourceCost } from '../rules/facts.ts';
import { selectTags, toTagsKey } from './attribute.ts';

/** A price that held from one instant to another, and the tags it is charged to. */
type Held = {
  readonly price: HourlyPrice;
  /** The part of the price that is an estimate. */
  readonly estimated: HourlyPrice;
  readonly from: Instant;
  readonly until: Instant;
  readonly tags: Tags;
  /** The matches of budgets that named its resource at the time. */
  readonly parts: readonly string[];
};

/** The charges between two observations, not yet assigned to periods. */
export type Accrual = {
  readonly held: readonly Held[];
  /** The final stretch in which some price was unknown; empty when `from` equals `until`. */
  readonly gap: { readonly from: Instant; readonly until: Instant };
  /** The matches of budgets that are counted, and the time when counting began. */
  readonly counted: { readonly matches: readonly string[]; readonly from: Instant };
};

/** The attribution of a resource's charges: its tags, and the matches of budgets that name it. */
export type Attribution = {
  readonly tagsIn: (resource: Resource) => Tags;
  readonly matches: readonly string[];
  readonly partsIn: (resource: Resource) => readonly string[];
};

const bySelf: Attribution = {
  tagsIn: (resource) => selectTags(resource, []),
  matches: [],
  partsIn: () => [],
};

/**
 * Returns the charges from the last observation up to this one. A price holds from the observation that showed it
 * until the next, but at most `carry` beyond the last time the resource itself was seen. A resource created in between
 * is charged from its creation.
 */
export function computeAccrual(
  previous: Observation,
  next: Observation,
  carry: Span,
  attribution: Attribution = bySelf,
): Accrual {
  if (previous.kind === 'account') return accountAccrual(previous, next.at, carry);
  // A group's charges accrue in its members.
  if (previous.kind === 'group')
    return { held: [], gap: { from: next.at, until: next.at }, counted: { matches: [], from: next.at } };
  switch (next.kind) {
    case 'project':
      return projectAccrual(previous, next, carry, attribution);
    case 'account':
    case 'group':
      throw new TypeError(`a project cannot become an ${next.kind}`);
    default:
      return assertNever(next);
  }
}

function accountAccrual(previous: AccountObservation, at: Instant, carry: Span): Accrual {
  const until = earliest(at, later(previous.at, carry));
  const counted = { matches: [], from: previous.at };
  if (previous.burnRate === null) return { held: [], gap: { from: previous.at, until: at }, counted };
  const held = {
    price: previous.burnRate,
    estimated: previous.rateOfProjects === undefined ? free : previous.burnRate,
    from: previous.at,
    until,
    tags: accountTags,
    parts: [],
  };
  return { held: [held], gap: { from: until, until: at }, counted };
}

function projectAccrual(
  previous: ProjectObservation,
  next: ProjectObservation,
  carry: Span,
  { tagsIn, matches, partsIn }: Attribution,
): Accrual {
  const buildAttribution = (resource: Resource) => ({ tags: tagsIn(resource), parts: partsIn(resource) });
  const nextByKey = new Map(next.resources.map((resource) => [toResourceKey(resource), resource]));
  const previousByKey = new Map(previous.resources.map((resource) => [toResourceKey(resource), resource]));
  const heldThroughout: Resource[] = [];
  const held: Held[] = [];
  const hasCost = (resource: Resource) => isPriced(next.cloud, resource);
  let covered = next.at;
  for (const [key, resource] of previousByKey) {
    const successor = nextByKey.get(key);
    const carriedUntil = earliest(next.at, latest(previous.at, later(resource.seenAt, carry)));
    covered = earliest(covered, hasCost(resource) ? carriedUntil : previous.at);
    const until =
      successor && isAnother(resource, successor)
        ? earliest(carriedUntil, clampCreationTime(successor, previous.at, next.at))
        : carriedUntil;
    // A poll takes time, and clocks differ: a resource may be newer than the observation's own instant.
    const from = latest(previous.at, resource.createdAt ?? previous.at);
    if (from === previous.at && until === next.at) heldThroughout.push(resource);
    else held.push({ ...getResourcePrices(resource), from, until, ...buildAttribution(resource) });
  }
  for (const [key, resource] of nextByKey) {
    const predecessor = previousByKey.get(key);
    if (predecessor && !isAnother(predecessor, resource)) continue;
    const from = clampCreationTime(resource, previous.at, next.at);
    held.push({ ...getResourcePrices(resource), from, until: next.at, ...buildAttribution(resource) });
    if (!hasCost(resource)) covered = earliest(covered, from);
  }
  const edges = { from: previous.at, until: next.at };
  held.push(
    ...pricesByAttribution(heldThroughout, buildAttribution).map((prices) => ({ ...prices, ...edges })),
  );
  return {
    held,
    gap: { from: covered, until: next.at },
    counted: { matches, from: previous.at },
  };
}

/** Adds up the prices of each attribution, since nearly all hold for the whole time and can be charged at once. */
function pricesByAttribution(
  resources: readonly Resource[],
  attributionOf: (resource: Resource) => Pick<Held, 'tags' | 'parts'>,
): Omit<Held, 'from' | 'until'>[] {
  const priced = resources
    .map((resource) => ({ ...getResourcePrices(resource), ...attributionOf(resource) }))
    .filter(({ price }) => !price.isZero());
  const alike = groupByKey(priced, ({ tags, parts }) => [toTagsKey(tags), ...parts].join('\n')).values();
  return [...alike].map((group) => ({
    tags: group[0].tags,
    parts: group[0].parts,
    price: sumPrices(group.map(({ price }) => price)),
    estimated: sumPrices(group.map(({ estimated }) => estimated)),
  }));
}

/** Returns the accrual with each charge attributed to the tags that `shareOf` gives for its own. */
export const attributed = (accrual: Accrual, shareOf: (tags: Tags) => Tags): Accrual => ({
  ...accrual,
  held: accrual.held.map((part) => (part.price.isZero() ? part : { ...part, tags: shareOf(part.tags) })),
});

export function sumAccrual(accrual: Accrual): ChargeWithEstimate {
  let total = nothingCharged;
  for (const part of accrual.held) {
    if (part.until > part.from)
      total = addCharged(total, computeCharge(part, computeSpan(part.from, part.until)));
  }
  return total;
}

const getResourcePrices = (resource: Resource): Pick<Held, 'price' | 'estimated'> => ({
  price: getResourceCost(resource),
  estimated: getEstimatedCost(resource),
});

/** Returns the exact charge of a price over a time, with the part that is an estimate. */
export const computeCharge = (
  { price, estimated }: Pick<Held, 'price' | 'estimated'>,
  span: Span,
): ChargeWithEstimate =>
  estimated.isZero()
    ? { charge: charge(price, span) }
    : charged(charge(price, span), charge(estimated, span));

/**
 * Reports whether a resource's cost is known. It is unknown without a price, unless the resource is gone or of a kind
 * that never shows one, whose cost comes only with the platform's report.
 */
const isPriced = (cloud: CloudName, { kind, price, activity }: Resource): boolean =>
  price !== null || activity === 'gone' || !hasPrice(cloud, kind);
const isAnother = (before: Resource, after: Resource): boolean =>
  before.createdAt !== null && after.createdAt !== null && before.createdAt !== after.createdAt;
const clampCreationTime = (resource: Resource, from: Instant, until: Instant): Instant =>
  earliest(until, latest(from, resource.createdAt ?? until));

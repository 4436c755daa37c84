import { hasPrice } from '../clouds/profiles.ts';
import { assertNever } from '../model/assert-never.ts';
import type { CloudName } from '../model/cloud-name.ts';
import type { AccountObservation, Observation, ProjectObservation } from '../model/facts/observation.ts';
import { keyOf, type Resource } from '../model/facts/resource.ts';
import { groupedBy } from '../model/grouped-by.ts';
import { addCharged, type Charged, charged, chargedIn, nothingCharged } from '../model/money/charged.ts';
import type { Rollup } from '../model/money/meter.ts';
import { charge, free, type HourlyPrice, noCharge, sumPrices } from '../model/money/money.ts';
import { accountTags, type Share, type Tags } from '../model/money/share.ts';
import { type Period, periodAt } from '../model/time/period.ts';
import {
  between,
  earliest,
  type Instant,
  later,
  latest,
  milliseconds,
  type Span,
} from '../model/time/time.ts';
import { costOf, estimatedCostOf } from '../rules/facts.ts';
import { contentOf, tagsOf } from './attribute.ts';

/** A price that held from one instant to another, and the tags it is charged to. */
type Held = {
  readonly price: HourlyPrice;
  /** The part of the price that is an estimate. */
  readonly estimated: HourlyPrice;
  readonly from: Instant;
  readonly until: Instant;
  readonly tags: Tags;
};

/** The charges between two observations, not yet assigned to periods. */
export type Accrual = {
  readonly held: readonly Held[];
  /** The final stretch in which some price was unknown; empty when `from` equals `until`. */
  readonly gap: { readonly from: Instant; readonly until: Instant };
};

/**
 * Returns the charges from the last observation up to this one. A price holds from the observation that showed it
 * until the next, but at most `carry` beyond the last time the resource itself was seen. A resource created in between
 * is charged from its creation. `tagsIn` returns the tags that a resource's charges are attributed to.
 */
export function accrualBetween(
  previous: Observation,
  next: Observation,
  carry: Span,
  tagsIn: (resource: Resource) => Tags = (resource) => tagsOf(resource, []),
): Accrual {
  if (previous.kind === 'account') return accountAccrual(previous, next.at, carry);
  // A group's figures are its members', who accrue for themselves.
  if (previous.kind === 'group') return { held: [], gap: { from: next.at, until: next.at } };
  switch (next.kind) {
    case 'project':
      return projectAccrual(previous, next, carry, tagsIn);
    case 'account':
    case 'group':
      throw new TypeError(`a project cannot become an ${next.kind}`);
    default:
      return assertNever(next);
  }
}

function accountAccrual(previous: AccountObservation, at: Instant, carry: Span): Accrual {
  const until = earliest(at, later(previous.at, carry));
  if (previous.burnRate === null) return { held: [], gap: { from: previous.at, until: at } };
  const held = { price: previous.burnRate, estimated: free, from: previous.at, until, tags: accountTags };
  return { held: [held], gap: { from: until, until: at } };
}

function projectAccrual(
  previous: ProjectObservation,
  next: ProjectObservation,
  carry: Span,
  tagsIn: (resource: Resource) => Tags,
): Accrual {
  const now = new Map(next.resources.map((resource) => [keyOf(resource), resource]));
  const before = new Map(previous.resources.map((resource) => [keyOf(resource), resource]));
  const whole: Resource[] = [];
  const held: Held[] = [];
  const hasCost = (resource: Resource) => isPriced(next.cloud, resource);
  let covered = next.at;
  for (const [key, resource] of before) {
    const successor = now.get(key);
    const priced = earliest(next.at, latest(previous.at, later(resource.seenAt, carry)));
    covered = earliest(covered, hasCost(resource) ? priced : previous.at);
    const until =
      successor && isAnother(resource, successor)
        ? earliest(priced, bornIn(successor, previous.at, next.at))
        : priced;
    // A poll takes time, and clocks differ: a resource may be newer than the observation's own instant.
    const from = latest(previous.at, resource.createdAt ?? previous.at);
    if (from === previous.at && until === next.at) whole.push(resource);
    else held.push({ ...ratesOf(resource), from, until, tags: tagsIn(resource) });
  }
  for (const [key, resource] of now) {
    const predecessor = before.get(key);
    if (predecessor && !isAnother(predecessor, resource)) continue;
    const from = bornIn(resource, previous.at, next.at);
    held.push({ ...ratesOf(resource), from, until: next.at, tags: tagsIn(resource) });
    if (!hasCost(resource)) covered = earliest(covered, from);
  }
  const edges = { from: previous.at, until: next.at };
  held.push(...pricesByTags(whole, tagsIn).map((priced) => ({ ...priced, ...edges })));
  return { held, gap: { from: covered, until: next.at } };
}

/** Adds up prices first, since nearly all hold for the whole time: one charge for each set of tags. */
function pricesByTags(
  resources: readonly Resource[],
  tagsIn: (resource: Resource) => Tags,
): Omit<Held, 'from' | 'until'>[] {
  const priced = resources
    .map((resource) => ({ ...ratesOf(resource), tags: tagsIn(resource) }))
    .filter(({ price }) => !price.isZero());
  const alike = groupedBy(priced, ({ tags }) => contentOf(tags)).values();
  return [...alike].map((some) => ({
    tags: some[0].tags,
    price: sumPrices(some.map(({ price }) => price)),
    estimated: sumPrices(some.map(({ estimated }) => estimated)),
  }));
}

/** Returns the accrual with each charge moved to the share of its tags. */
export const attributed = (accrual: Accrual, shareOf: (tags: Tags) => Tags): Accrual => ({
  ...accrual,
  held: accrual.held.map((held) => (held.price.isZero() ? held : { ...held, tags: shareOf(held.tags) })),
});

/** Returns the total of an accrual. */
export function totalOf(accrual: Accrual): Charged {
  let total = nothingCharged;
  for (const held of accrual.held) {
    if (held.until > held.from) total = addCharged(total, chargeOf(held, between(held.from, held.until)));
  }
  return total;
}

const ratesOf = (resource: Resource): Pick<Held, 'price' | 'estimated'> => ({
  price: costOf(resource),
  estimated: estimatedCostOf(resource),
});

/** Returns the exact charge of a price over a time, with the part that is an estimate. */
const chargeOf = ({ price, estimated }: Pick<Held, 'price' | 'estimated'>, span: Span): Charged =>
  estimated.isZero()
    ? { charge: charge(price, span) }
    : charged(charge(price, span), charge(estimated, span));

/**
 * Reports whether a resource's cost is known. It is unknown without a price, unless the resource is gone or of a kind
 * that never shows one; the cost of those comes only with the platform's report.
 */
const isPriced = (cloud: CloudName, { kind, price, activity }: Resource): boolean =>
  price !== null || activity === 'gone' || !hasPrice(cloud, kind);
const isAnother = (before: Resource, after: Resource): boolean =>
  before.createdAt !== null && after.createdAt !== null && before.createdAt !== after.createdAt;
const bornIn = (resource: Resource, from: Instant, until: Instant): Instant =>
  earliest(until, latest(from, resource.createdAt ?? until));

export type Advanced = { readonly meter: Rollup; readonly closed: readonly Rollup[] };

/** Adds an accrual to a meter and closes every period that ended, with charges cut at its edges. */
export function advance(meter: Rollup, accrual: Accrual, at: Instant, zone: string): Advanced {
  const closed: Rollup[] = [];
  let current = fill(meter, accrual);
  while (current.period.until <= at) {
    closed.push(current);
    const from = current.period.until;
    // Begins where the last one ended, even if the policy's time zone has changed since.
    const period = { ...periodAt(current.period.unit, from, zone), from };
    current = fill(emptyMeter(period, from), accrual);
  }
  return { meter: current, closed };
}

export const emptyMeter = (period: Period, since: Instant): Rollup => ({
  period,
  charge: noCharge,
  since,
  gap: milliseconds(0),
  shares: [],
});

function fill(meter: Rollup, accrual: Accrual): Rollup {
  let total: Charged = meter;
  const shares = new Map(meter.shares.map((share): [string, Share] => [contentOf(share.tags), share]));
  for (const held of accrual.held) {
    const { price, from, until, tags } = held;
    const span = overlap(meter.period, from, until);
    if (span <= 0 || price.isZero()) continue;
    const part = chargeOf(held, span);
    total = addCharged(total, part);
    const content = contentOf(tags);
    const known = shares.get(content);
    shares.set(content, { tags, ...(known ? addCharged(known, part) : part) });
  }
  const gap = overlap(meter.period, accrual.gap.from, accrual.gap.until);
  return {
    ...meter,
    ...chargedIn(total),
    gap: milliseconds(meter.gap + Math.max(0, gap)),
    shares: [...shares.values()],
  };
}

const overlap = (period: Period, from: Instant, until: Instant): Span =>
  between(latest(period.from, from), earliest(period.until, until));

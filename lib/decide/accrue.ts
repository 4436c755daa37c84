import { costOf } from '../evaluate/facts.ts';
import { assertNever } from '../model/assert-never.ts';
import type { Meter } from '../model/meter.ts';
import { addCharges, type Charge, charge, type HourlyPrice, noCharge, sumPrices } from '../model/money.ts';
import type { AccountObservation, ProjectObservation, Sighting } from '../model/observation.ts';
import { type Period, periodAt } from '../model/period.ts';
import type { Resource } from '../model/resource.ts';
import { between, earliest, type Instant, later, latest, milliseconds, type Span } from '../model/time.ts';

/** A price that was held from one instant up to another. */
type Held = { readonly price: HourlyPrice; readonly from: Instant; readonly until: Instant };

/** What accrued between two sightings, not yet laid into periods. */
export type Accrual = {
  readonly held: readonly Held[];
  /** The time at the end of it in which some price was not known; empty when `from` equals `until`. */
  readonly gap: { readonly from: Instant; readonly until: Instant };
};

/**
 * What was charged from the last sighting up to this one. A price holds from the sighting that
 * showed it until the next, but at most `carry` beyond the last time the resource itself was seen.
 * A resource that came to be in between is charged from its own creation.
 */
export function accrualBetween(previous: Sighting, next: Sighting, carry: Span): Accrual {
  if (previous.kind === 'account') return accountAccrual(previous, next.at, carry);
  switch (next.kind) {
    case 'project':
      return projectAccrual(previous, next, carry);
    case 'account':
      throw new TypeError('a project cannot become an account');
    default:
      return assertNever(next);
  }
}

function accountAccrual(previous: AccountObservation, at: Instant, carry: Span): Accrual {
  const until = earliest(at, later(previous.at, carry));
  if (previous.burnRate === null) return { held: [], gap: { from: previous.at, until: at } };
  return { held: [{ price: previous.burnRate, from: previous.at, until }], gap: { from: until, until: at } };
}

function projectAccrual(previous: ProjectObservation, next: ProjectObservation, carry: Span): Accrual {
  const now = new Map(next.resources.map((resource) => [keyOf(resource), resource]));
  const before = new Map(previous.resources.map((resource) => [keyOf(resource), resource]));
  const whole: HourlyPrice[] = [];
  const held: Held[] = [];
  let covered = next.at;
  for (const [key, resource] of before) {
    const successor = now.get(key);
    const priced = earliest(next.at, latest(previous.at, later(resource.seenAt, carry)));
    covered = earliest(covered, hasCost(resource) ? priced : previous.at);
    const until =
      successor && isAnother(resource, successor)
        ? earliest(priced, bornIn(successor, previous.at, next.at))
        : priced;
    // A look takes time, and clocks differ: what it showed may have come to be after its own instant.
    const from = latest(previous.at, resource.createdAt ?? previous.at);
    if (from === previous.at && until === next.at) whole.push(costOf(resource));
    else held.push({ price: costOf(resource), from, until });
  }
  for (const [key, resource] of now) {
    const predecessor = before.get(key);
    if (predecessor && !isAnother(predecessor, resource)) continue;
    const from = bornIn(resource, previous.at, next.at);
    held.push({ price: costOf(resource), from, until: next.at });
    if (!hasCost(resource)) covered = earliest(covered, from);
  }
  held.push({ price: sumPrices(whole), from: previous.at, until: next.at });
  return { held, gap: { from: covered, until: next.at } };
}

/** All that an accrual comes to. */
export function totalOf(accrual: Accrual): Charge {
  let total = noCharge;
  for (const { price, from, until } of accrual.held) {
    if (until > from) total = addCharges(total, charge(price, between(from, until)));
  }
  return total;
}

/** Nobody knows what a resource without a price costs, unless it is gone. */
const hasCost = ({ price, activity }: Resource): boolean => price !== null || activity === 'gone';
const keyOf = (resource: Resource): string => `${resource.kind}/${resource.id}`;
const isAnother = (before: Resource, after: Resource): boolean =>
  before.createdAt !== null && after.createdAt !== null && before.createdAt !== after.createdAt;
const bornIn = (resource: Resource, from: Instant, until: Instant): Instant =>
  earliest(until, latest(from, resource.createdAt ?? until));

export type Advanced = { readonly meter: Meter; readonly closed: readonly Meter[] };

/** Lays an accrual into a meter, closing every period that ended, with charges cut at its edges. */
export function advance(meter: Meter, accrual: Accrual, at: Instant, zone: string): Advanced {
  const closed: Meter[] = [];
  let current = fill(meter, accrual);
  while (current.period.until <= at) {
    closed.push(current);
    const from = current.period.until;
    // Begins where the last one ended, also when the policy's time zone has changed meanwhile.
    const period = { ...periodAt(current.period.unit, from, zone), from };
    current = fill(emptyMeter(period, from), accrual);
  }
  return { meter: current, closed };
}

export const emptyMeter = (period: Period, since: Instant): Meter => ({
  period,
  charge: noCharge,
  since,
  gap: milliseconds(0),
});

function fill(meter: Meter, accrual: Accrual): Meter {
  let total = meter.charge;
  for (const { price, from, until } of accrual.held) {
    const span = overlap(meter.period, from, until);
    if (span > 0) total = addCharges(total, charge(price, span));
  }
  const gap = overlap(meter.period, accrual.gap.from, accrual.gap.until);
  return { ...meter, charge: total, gap: milliseconds(meter.gap + Math.max(0, gap)) };
}

const overlap = (period: Period, from: Instant, until: Instant): Span =>
  between(latest(period.from, from), earliest(period.until, until));

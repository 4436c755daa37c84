import type { Resource } from '../../model/facts/resource.ts';
import type { BillingAccountId, TargetId } from '../../model/ids.ts';
import {
  addCharged,
  type ChargeWithEstimate,
  getEstimatedCharge,
  lessCharged,
  nothingCharged,
  sumCharged,
  toChargeWithEstimate,
} from '../../model/money/charged.ts';
import type { Rollup } from '../../model/money/meter.ts';
import { type HourlyPrice, type Money, noCharge } from '../../model/money/money.ts';
import { otherTags, type Share, type Tags } from '../../model/money/share.ts';
import { findPeriod, type Interval } from '../../model/time/period.ts';
import {
  computeSpan,
  earliest,
  type Instant,
  latest,
  milliseconds,
  type Span,
} from '../../model/time/time.ts';
import { compareText } from '../../model/words.ts';
import { computeChargeCosts } from './cost.ts';
import type { ResourceCharge } from './held.ts';

/** A period of a project, with the charges of its resources. */
export type ProjectPeriod = {
  readonly target: TargetId;
  readonly account: BillingAccountId | null;
  readonly rollup: Rollup;
  /** The time up to which a running period was counted; `null` if it has ended. */
  readonly runsUntil: Instant | null;
  readonly resources: readonly ResourceCharge[];
};

/** The charge of one resource, or of several that are not itemized, in a period. */
export type ExportRow = Interval &
  ChargeWithEstimate & {
    readonly target: TargetId;
    readonly account: BillingAccountId | null;
    /** The calendar month that it belongs to. */
    readonly month: Interval;
    /** True if the period has not ended, so that the charge may grow. */
    readonly isRunning: boolean;
    /** The time in the project's period without data, or without some price. */
    readonly gap: Span;
    /** The resource; `null` if the charge belongs to no single one. */
    readonly resource: Resource | null;
    readonly tags: Tags;
    /** The charge in dollars; the rows of a period add up to the period's charge. */
    readonly cost: Money;
    /** The part of the cost that is an estimate; it adds up likewise. */
    readonly estimatedCost: Money;
    /** The time for which it was charged; without a known resource, the time that was counted. */
    readonly time: Span;
    /** The hourly price; `null` when it changed or is unknown. */
    readonly price: HourlyPrice | null;
  };

/** Returns the rows of a project's period; empty if it was monitored throughout and cost nothing. */
export function exportRows(of: ProjectPeriod, zone: string): readonly ExportRow[] {
  const { target, account, rollup, runsUntil, resources } = of;
  const { period, since, gap, measuredSince } = rollup;
  const until = runsUntil === null ? period.until : earliest(runsUntil, period.until);
  const month = findPeriod('month', period.from, zone);
  const unwatched = milliseconds(gap + Math.max(0, computeSpan(period.from, earliest(since, until))));
  const about = { target, account, from: period.from, until, month };
  const apart = takenApart(rollup, resources);
  const begins = latest(period.from, since);
  const measured = latest(begins, measuredSince ?? begins);
  const reportedTime = computeSpan(begins, earliest(measured, until));
  const counted = milliseconds(Math.max(0, computeSpan(measured, until) - gap));
  const rows = [
    ...apart.resources.map((it) => ({ ...it, tags: tagsInFull(it.resource) })),
    ...apart.rest.map((it) => ({
      ...it,
      resource: null,
      time: it.tags.kind === 'reported' ? reportedTime : counted,
      price: null,
    })),
  ].sort(byName);
  // A period without any data has no known cost, and gets one row that shows that.
  if (rows.length === 0 && unwatched > 0)
    rows.push({ resource: null, tags: otherTags, charge: noCharge, time: counted, price: null });
  const costs = computeChargeCosts(rows.map(({ charge }) => charge));
  const estimates = computeChargeCosts(rows.map(getEstimatedCharge));
  return rows.flatMap((row, index) => {
    const cost = costs[index];
    const estimatedCost = estimates[index];
    return cost === undefined || estimatedCost === undefined
      ? []
      : [{ ...about, isRunning: runsUntil !== null, gap: unwatched, ...row, cost, estimatedCost }];
  });
}

const tagsInFull = ({ kind, dataCenter, gpuModel, createdBy, metadata }: Resource): Tags => ({
  kind,
  dataCenter,
  gpuModel,
  createdBy,
  metadata,
});

type Named = Pick<ExportRow, 'resource' | 'tags'>;

/** Orders rows by resource, whatever their order in the ledger. */
const byName = (left: Named, right: Named): number => compareText(buildSortKey(left), buildSortKey(right));

const buildSortKey = ({ resource, tags }: Named): string =>
  resource === null ? `~${tags.kind}/${JSON.stringify(tags)}` : `${resource.kind}/${resource.id}`;

/** A rollup's charge, itemized as far as possible. */
type Apart = {
  readonly resources: readonly ResourceCharge[];
  /** The shares that are known by tags only. With the resources they add up to the charge of the rollup. */
  readonly rest: readonly Share[];
};

/**
 * Splits the charge of a rollup into resources and remaining shares, kind by kind. The rollup is authoritative: if
 * the resources add up to more, as after a lost sample, they are discarded.
 */
export function takenApart(rollup: Rollup, resources: readonly ResourceCharge[]): Apart {
  const shares = allShares(rollup);
  const shared = byKind(shares.map(({ tags, ...share }) => ({ kind: tags.kind, ...share })));
  const itemized = byKind(
    resources.map(({ resource, ...charged }) => ({ kind: resource.kind, ...toChargeWithEstimate(charged) })),
  );
  const excess = sumCharged(
    [...itemized].map(([kind, charged]) => lessCharged(charged, shared.get(kind) ?? nothingCharged)),
  );
  // Beyond the limit of distinct tags, charges of every kind went to the share "other".
  const other = shared.get('other') ?? nothingCharged;
  if (excess.charge.gt(other.charge) || getEstimatedCharge(excess).gt(getEstimatedCharge(other)))
    return { resources: [], rest: shares };
  const rest = [...shared].flatMap(([kind, share]) => {
    if (kind === 'other') return [{ tags: otherTags, ...lessCharged(share, excess) }];
    const charge = itemized.get(kind);
    if (charge === undefined) return shares.filter(({ tags }) => tags.kind === kind);
    return [{ tags: { ...otherTags, kind }, ...lessCharged(share, charge) }];
  });
  // After a lost sample, the estimated part of a remainder may exceed its charge.
  if (rest.some((share) => getEstimatedCharge(share).gt(share.charge)))
    return { resources: [], rest: shares };
  return { resources, rest: rest.filter(({ charge }) => !charge.isZero()) };
}

/** Returns the shares of a rollup, with another for the remainder of its charge. */
function allShares({ shares, ...total }: Rollup): readonly Share[] {
  const remainder = lessCharged(total, sumCharged(shares));
  return remainder.charge.isZero() ? shares : [...shares, { tags: otherTags, ...remainder }];
}

type OfKind = ChargeWithEstimate & { readonly kind: Tags['kind'] };

function byKind(charges: readonly OfKind[]): ReadonlyMap<Tags['kind'], ChargeWithEstimate> {
  const sums = new Map<Tags['kind'], ChargeWithEstimate>();
  for (const { kind, ...charged } of charges)
    sums.set(kind, addCharged(sums.get(kind) ?? nothingCharged, charged));
  return sums;
}

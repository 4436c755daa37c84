import type { Resource } from '../../model/facts/resource.ts';
import type { BillingAccountId, ProjectId } from '../../model/ids.ts';
import type { Rollup } from '../../model/money/meter.ts';
import type { Charge, HourlyPrice, Money } from '../../model/money/money.ts';
import type { Tags } from '../../model/money/share.ts';
import { type Interval, periodAt } from '../../model/time/period.ts';
import { between, earliest, type Instant, latest, milliseconds, type Span } from '../../model/time/time.ts';
import { costsOf } from './cost.ts';
import type { ResourceCharge } from './held.ts';
import { takenApart } from './rest.ts';

/** A period of a project, with the charges of its resources. */
export type ProjectPeriod = {
  readonly project: ProjectId;
  readonly account: BillingAccountId | null;
  readonly rollup: Rollup;
  /** The time up to which a running period was counted; `null` when it has ended. */
  readonly runsUntil: Instant | null;
  readonly resources: readonly ResourceCharge[];
};

/** The charge of one resource, or of several that are not itemized, in a period. */
export type ExportRow = Interval & {
  readonly project: ProjectId;
  readonly account: BillingAccountId | null;
  /** The calendar month that it belongs to. */
  readonly month: Interval;
  /** Whether the period still runs, so that the charge may grow. */
  readonly isRunning: boolean;
  /** How long in the project's period some price was unknown. */
  readonly gap: Span;
  /** The resource; `null` when the charge cannot be attributed to a single one. */
  readonly resource: Resource | null;
  readonly tags: Tags;
  readonly charge: Charge;
  /** The charge in dollars; the rows of a period add up to the period's charge. */
  readonly cost: Money;
  /** The time that it was charged for; without a known resource, the time that was counted. */
  readonly time: Span;
  /** The hourly price; `null` when it changed or is unknown. */
  readonly price: HourlyPrice | null;
};

/** Returns the rows of a project's period; none for a period without charges. */
export function exportRows(of: ProjectPeriod, zone: string): readonly ExportRow[] {
  const { project, account, rollup, runsUntil, resources } = of;
  const { period, since, gap } = rollup;
  const until = runsUntil === null ? period.until : earliest(runsUntil, period.until);
  const month = periodAt('month', period.from, zone);
  const about = { project, account, from: period.from, until, month, isRunning: runsUntil !== null, gap };
  const apart = takenApart(rollup, resources);
  const counted = milliseconds(Math.max(0, between(latest(period.from, since), until) - gap));
  const rows = [
    ...apart.resources.map((it) => ({ ...it, tags: tagsInFull(it.resource) })),
    ...apart.rest.map((it) => ({ ...it, resource: null, time: counted, price: null })),
  ].sort(byName);
  const costs = costsOf(rows.map(({ charge }) => charge));
  return rows.flatMap((row, index) => {
    const cost = costs[index];
    return cost === undefined ? [] : [{ ...about, ...row, cost }];
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
function byName(left: Named, right: Named): number {
  const [one, other] = [sortedBy(left), sortedBy(right)];
  return one < other ? -1 : one > other ? 1 : 0;
}

const sortedBy = ({ resource, tags }: Named): string =>
  resource === null ? `~${tags.kind}/${JSON.stringify(tags)}` : `${resource.kind}/${resource.id}`;

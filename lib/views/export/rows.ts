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

/** A period of a project, with what is known of its resources in it. */
export type ProjectPeriod = {
  readonly project: ProjectId;
  readonly account: BillingAccountId | null;
  readonly rollup: Rollup;
  /** Up to when it was counted, where it still runs. */
  readonly runsUntil: Instant | null;
  readonly resources: readonly ResourceCharge[];
};

/** What one resource, or several that are not told apart, came to in a period. */
export type ExportRow = Interval & {
  readonly project: ProjectId;
  readonly account: BillingAccountId | null;
  /** The calendar month that it counts to. */
  readonly month: Interval;
  /** Whether more will come to it. */
  readonly isRunning: boolean;
  /** In how much of the project's period some price was not known. */
  readonly gap: Span;
  /** `null` where it is not known which resource, or which of several, it was. */
  readonly resource: Resource | null;
  readonly tags: Tags;
  readonly charge: Charge;
  /** The charge in dollars; the rows of a project's period come to the period's own. */
  readonly cost: Money;
  /** How long it was charged; where no resource is known, for how long anything could be. */
  readonly time: Span;
  /** What an hour cost; `null` when that changed, or is not known. */
  readonly price: HourlyPrice | null;
};

/** A project's period row by row; a period in which nothing was charged has none. */
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

/** The same rows in the same order, however the ledger held them. */
function byName(left: Named, right: Named): number {
  const [one, other] = [sortedBy(left), sortedBy(right)];
  return one < other ? -1 : one > other ? 1 : 0;
}

const sortedBy = ({ resource, tags }: Named): string =>
  resource === null ? `~${tags.kind}/${JSON.stringify(tags)}` : `${resource.kind}/${resource.id}`;

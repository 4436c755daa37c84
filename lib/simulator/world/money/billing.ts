import {
  addCharges,
  type Charge,
  charge,
  type HourlyPrice,
  noCharge,
  sumPrices,
} from '../../../model/money/money.ts';
import {
  between,
  earliest,
  type Instant,
  latest,
  milliseconds,
  type Span,
} from '../../../model/time/time.ts';
import { billedUntil, type Holding, priceAt } from '../holding.ts';
import type { Project, WorldState } from '../world-state.ts';
import type { Tariff } from './tariff.ts';

/** What a bill is about; whatever is left out is not looked at. */
export type BillFilter = {
  readonly account?: string;
  readonly project?: string;
  readonly kind?: Holding['kind'];
  readonly id?: string;
  readonly dataCenter?: string;
};

/** What one holding comes to. An id that was used twice makes two lines, and so does a change of size. */
export type BillLine = {
  readonly holding: Holding;
  readonly tariff: Tariff;
  readonly span: Span;
  readonly charge: Charge;
};
export type Bill = { readonly lines: readonly BillLine[]; readonly total: Charge };

/** The exact charges of `[from, until)`, not rounded anywhere. What has no end yet is taken to go on. */
export function billOf(state: WorldState, from: Instant, until: Instant, filter: BillFilter = {}): Bill {
  const lines: BillLine[] = [];
  let total = noCharge;
  for (const stretch of stretchesOf(state, filter, from, until)) {
    for (const holding of holdingsOf(stretch.project, filter)) {
      const end = earliest(stretch.until, billedUntil(holding) ?? stretch.until);
      for (const [nth, tariff] of holding.tariffs.entries()) {
        const ends = earliest(end, holding.tariffs[nth + 1]?.from ?? end);
        const span = milliseconds(Math.max(0, between(latest(stretch.from, tariff.from), ends)));
        if (span === 0) continue;
        const line = { holding, tariff, span, charge: charge(tariff.price, span) };
        lines.push(line);
        total = addCharges(total, line.charge);
      }
    }
  }
  return { lines, total };
}

/** What is being paid an hour right now. */
export function burnRate(state: WorldState, filter: BillFilter = {}): HourlyPrice {
  const prices: HourlyPrice[] = [];
  for (const project of projectsOn(state, filter)) {
    if (filter.account !== undefined && project.account !== filter.account) continue;
    for (const holding of holdingsOf(project, filter)) {
      const end = billedUntil(holding);
      if (holding.createdAt <= state.at && (end === null || state.at < end)) {
        prices.push(priceAt(holding, state.at));
      }
    }
  }
  return sumPrices(prices);
}

/** Time in which a project, and so all that it holds, is on the bill that is asked for. */
type Stretch = { readonly project: Project; readonly from: Instant; readonly until: Instant };

function* stretchesOf(
  state: WorldState,
  filter: BillFilter,
  from: Instant,
  until: Instant,
): Generator<Stretch> {
  const isAsked = (account: string) => filter.account === undefined || filter.account === account;
  for (const project of projectsOn(state, filter)) {
    let since = from;
    for (const former of project.formerAccounts) {
      const ends = earliest(until, former.until);
      if (isAsked(former.account)) yield { project, from: since, until: ends };
      since = latest(since, former.until);
    }
    if (isAsked(project.account)) yield { project, from: since, until };
  }
}

/** An account pays for projects that are no more; asked for by its id, a project is the one that there is. */
function* projectsOn(state: WorldState, { project: id }: BillFilter): Generator<Project> {
  for (const project of state.projects.values()) if (id === undefined || project.id === id) yield project;
  if (id === undefined) yield* state.formerProjects;
}

function* holdingsOf(project: Project, { kind, id, dataCenter }: BillFilter): Generator<Holding> {
  for (const holding of project.holdings) {
    if (kind !== undefined && holding.kind !== kind) continue;
    if (dataCenter !== undefined && holding.dataCenter !== dataCenter) continue;
    if (id === undefined || holding.id === id) yield holding;
  }
}

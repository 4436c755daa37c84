import type { BillingAccountId, ProjectId } from '../../../../model/ids.ts';
import {
  addCharges,
  type Charge,
  charge,
  chargeToMoney,
  type HourlyPrice,
  type Money,
  noCharge,
  subtractMoney,
  sumMoney,
  sumPrices,
} from '../../../../model/money/money.ts';
import { findPeriod } from '../../../../model/time/period.ts';
import { listPeriods } from '../../../../model/time/periods-in.ts';
import {
  computeSpan,
  earlier,
  earliest,
  hours,
  type Instant,
  isoInstant,
  later,
  latest,
  milliseconds,
  type Span,
} from '../../../../model/time/time.ts';
import { billedUntil, type Holding, priceAt } from '../holding.ts';
import { type Project, theAccount, theProject, type WorldState } from '../world-state.ts';
import type { Tariff } from './tariff.ts';

/** A filter for bills; omitted fields match all. */
export type BillFilter = {
  readonly account?: string;
  readonly project?: string;
  readonly kind?: Holding['kind'];
  readonly id?: string;
  readonly dataCenter?: string;
};

/** The charge of one holding. An id that was used twice makes two lines, and so does a change of size. */
export type BillLine = {
  readonly holding: Holding;
  readonly tariff: Tariff;
  readonly span: Span;
  readonly charge: Charge;
};
export type Bill = { readonly lines: readonly BillLine[]; readonly total: Charge };

/** Returns the exact, unrounded charges of `[from, until)`. Things without an end are assumed to go on. */
export function billOf(state: WorldState, from: Instant, until: Instant, filter: BillFilter = {}): Bill {
  const lines: BillLine[] = [];
  let total = noCharge;
  for (const stretch of stretchesOf(state, filter, from, until)) {
    for (const holding of holdingsOf(stretch.project, filter)) {
      const end = earliest(stretch.until, billedUntil(holding) ?? stretch.until);
      for (const [nth, tariff] of holding.tariffs.entries()) {
        const ends = earliest(end, holding.tariffs[nth + 1]?.from ?? end);
        const span = milliseconds(Math.max(0, computeSpan(latest(stretch.from, tariff.from), ends)));
        if (span === 0) continue;
        const line = { holding, tariff, span, charge: charge(tariff.price, span) };
        lines.push(line);
        total = addCharges(total, line.charge);
      }
    }
  }
  return { lines, total };
}

/** Returns the present hourly rate. */
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

/** A time in which a project and its contents are on the requested bill. */
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

/** Yields the projects of a bill: an account also pays for deleted ones; an id names only an existing one. */
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

const hour = hours(1);

/** Returns the last full hour: the platform computes figures once an hour, up to then. */
export const reportedUntil = (at: Instant): Instant => earlier(at, milliseconds(at % hour));
export const nextHour = (at: Instant): Instant => later(reportedUntil(at), hour);
const monthOf = (at: Instant) => findPeriod('month', at, 'UTC');

/** One calendar month (UTC), up to the last computed hour. */
export type BilledMonth = {
  /** The month as "2026-03", which is also its name in the address of its details. */
  readonly uid: string;
  readonly from: Instant;
  readonly until: Instant;
};

/** Returns every month since a project was created; the current one last. */
export function billedMonths(state: WorldState, project: ProjectId): BilledMonth[] {
  const time = { from: theProject(state, project).createdAt, until: later(state.at, milliseconds(1)) };
  return listPeriods('month', time, 'UTC').map(({ from, until }) => {
    const uid = isoInstant(from).slice(0, 7);
    return { uid, from, until: earliest(until, reportedUntil(state.at)) };
  });
}

export const monthBill = (state: WorldState, project: ProjectId, { from, until }: BilledMonth): Bill =>
  billOf(state, from, until, { project });

/** Returns an account's spend of the current month. */
export function accountMonth(state: WorldState, account: BillingAccountId): Money {
  const { from } = monthOf(state.at);
  return chargeToMoney(billOf(state, from, reportedUntil(state.at), { account }).total);
}

/** Returns payments less computed usage, unless that is invoiced; it changes once an hour. */
export function creditBalance(state: WorldState, id: BillingAccountId): Money {
  const { payments, paymentTerms, createdAt } = theAccount(state, id);
  const paidIn = sumMoney(payments.flatMap(({ isDeclined, amount }) => (isDeclined ? [] : amount)));
  if (paymentTerms === 'INVOICE') return paidIn;
  const { total } = billOf(state, createdAt, reportedUntil(state.at), { account: id });
  return subtractMoney(paidIn, chargeToMoney(total));
}

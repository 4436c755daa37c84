import {
  addCharges,
  type Charge,
  charge,
  type HourlyPrice,
  noCharge,
  sumPrices,
} from '../../../model/money.ts';
import { between, earliest, type Instant, latest, milliseconds, type Span } from '../../../model/time.ts';
import { billedUntil, type Holding } from './holding.ts';
import type { WorldState } from './world-state.ts';

/** What a bill is about; whatever is left out is not looked at. */
export type BillFilter = {
  readonly account?: string;
  readonly project?: string;
  readonly kind?: Holding['kind'];
  readonly id?: string;
};

/** What one holding comes to. An id that was used twice makes two lines. */
export type BillLine = { readonly holding: Holding; readonly span: Span; readonly charge: Charge };
export type Bill = { readonly lines: readonly BillLine[]; readonly total: Charge };

/** The exact charges of `[from, until)`, not rounded anywhere. What has no end yet is taken to go on. */
export function billOf(state: WorldState, from: Instant, until: Instant, filter: BillFilter = {}): Bill {
  const lines: BillLine[] = [];
  let total = noCharge;
  for (const holding of holdingsOf(state, filter)) {
    const end = billedUntil(holding) ?? until;
    const span = milliseconds(Math.max(0, between(latest(from, holding.createdAt), earliest(until, end))));
    if (span === 0) continue;
    const line = { holding, span, charge: charge(holding.price, span) };
    lines.push(line);
    total = addCharges(total, line.charge);
  }
  return { lines, total };
}

/** What is being paid an hour right now. */
export function burnRate(state: WorldState, filter: BillFilter = {}): HourlyPrice {
  const prices: HourlyPrice[] = [];
  for (const holding of holdingsOf(state, filter)) {
    const end = billedUntil(holding);
    if (holding.createdAt <= state.at && (end === null || state.at < end)) prices.push(holding.price);
  }
  return sumPrices(prices);
}

function* holdingsOf(state: WorldState, { account, project, kind, id }: BillFilter): Generator<Holding> {
  for (const owner of state.projects.values()) {
    if (account !== undefined && owner.account !== account) continue;
    if (project !== undefined && owner.id !== project) continue;
    for (const holding of owner.holdings) {
      if ((kind === undefined || holding.kind === kind) && (id === undefined || holding.id === id))
        yield holding;
    }
  }
}

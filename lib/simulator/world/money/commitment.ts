import { type HourlyPrice, hourlyPrice } from '../../../model/money/money.ts';
import { monthsLater } from '../../../model/time/period.ts';
import { type Instant, isoInstant } from '../../../model/time/time.ts';
import type { Commitment, Holding } from '../holding.ts';
import { invalid, Refusal } from '../refusal.ts';
import { followedBy, type Tariffs, tariff, tariffAt } from './tariff.ts';

const months: ReadonlyMap<string, number> = new Map([
  ['COMMITMENT_TERM_1_MONTH', 1],
  ['COMMITMENT_TERM_3_MONTHS', 3],
  ['COMMITMENT_TERM_6_MONTHS', 6],
  ['COMMITMENT_TERM_12_MONTHS', 12],
  ['COMMITMENT_TERM_24_MONTHS', 24],
  ['COMMITMENT_TERM_36_MONTHS', 36],
  ['COMMITMENT_TERM_60_MONTHS', 60],
]);
const noTerm = 'COMMITMENT_TERM_NONE';
export const commitmentTerms: readonly string[] = [noTerm, ...months.keys()];

/** What is asked of the hourly price under a term: made up, and the less the longer it is. */
const shares: ReadonlyMap<string, string> = new Map([
  ['COMMITMENT_TERM_1_MONTH', '0.95'],
  ['COMMITMENT_TERM_3_MONTHS', '0.9'],
  ['COMMITMENT_TERM_6_MONTHS', '0.85'],
  ['COMMITMENT_TERM_12_MONTHS', '0.8'],
  ['COMMITMENT_TERM_24_MONTHS', '0.7'],
  ['COMMITMENT_TERM_36_MONTHS', '0.6'],
  ['COMMITMENT_TERM_60_MONTHS', '0.5'],
]);
export const committedPrice = (price: HourlyPrice, term: string): HourlyPrice =>
  hourlyPrice(price.times(shares.get(term) ?? '1').toFixed());

/** Calendar months (UTC) from now; `null` for no term. @throws Refusal for a term that is not offered. */
export function commitmentFrom(at: Instant, term: string): Commitment | null {
  if (term === noTerm) return null;
  const lasts = months.get(term);
  if (lasts === undefined) throw invalid('commitmentTerm', `${term} is not a term on offer`);
  return { term, until: monthsLater(at, lasts, 'UTC') };
}

type Committed = { readonly id: string; readonly commitment: Commitment | null };

/**
 * Returns what becomes of a thing's commitment when a term is asked for, from now. While one runs there is no
 * other; asking for it once more, as whoever sends a record back unchanged does, changes nothing. @throws Refusal
 */
export function recommitted(thing: Committed, at: Instant, term: string): Commitment | null {
  const { commitment } = thing;
  const running = commitment !== null && commitment.until > at ? commitment : null;
  if (term === (running?.term ?? noTerm)) return commitment;
  const next = commitmentFrom(at, term);
  refuseCommitted(thing, at);
  return next;
}

/** @throws Refusal while a thing is committed to: it is paid to the end, and stays until then. */
export function refuseCommitted({ id, commitment }: Committed, at: Instant): void {
  if (commitment === null || commitment.until <= at) return;
  throw new Refusal('wrong-state', `${id} is committed to until ${isoInstant(commitment.until)}`);
}

/** What a unit costs without a commitment; `null` for a price of a script's own, which nothing lowers. */
type Priced = { readonly tariffs: Tariffs; readonly listPrice: HourlyPrice | null };

/** What is asked for units from an instant on: less while a commitment runs, and then what the list says. */
export function pricedAt(
  at: Instant,
  listPrice: HourlyPrice,
  units: number,
  commitment: Commitment | null | 'its own',
): Priced {
  if (commitment === 'its own') return { tariffs: [tariff(at, listPrice, units)], listPrice: null };
  return { tariffs: tariffsFrom(at, listPrice, units, commitment), listPrice };
}

/** Commits to a holding from an instant on, or to nothing. */
export function recommit(holding: Holding, at: Instant, commitment: Commitment | null): void {
  if (commitment === holding.commitment) return;
  holding.commitment = commitment;
  if (holding.listPrice !== null) relist(holding, at, holding.listPrice);
}

/** Gives a holding another price from an instant on, lowered by the commitment that runs. */
export function relist(holding: Holding, at: Instant, listPrice: HourlyPrice): void {
  const { units } = tariffAt(holding.tariffs, at);
  const commitment = holding.listPrice === null ? null : holding.commitment;
  if (holding.listPrice !== null) holding.listPrice = listPrice;
  holding.tariffs = followedBy(holding.tariffs, tariffsFrom(at, listPrice, units, commitment));
}

/** Lowers a price of the list as that of a holding is lowered at an instant. */
export const loweredFor = (
  { listPrice, commitment }: Holding,
  at: Instant,
  price: HourlyPrice,
): HourlyPrice =>
  listPrice !== null && commitment !== null && commitment.until > at
    ? committedPrice(price, commitment.term)
    : price;

function tariffsFrom(
  at: Instant,
  listPrice: HourlyPrice,
  units: number,
  commitment: Commitment | null,
): Tariffs {
  if (commitment === null || commitment.until <= at) return [tariff(at, listPrice, units)];
  return [
    tariff(at, committedPrice(listPrice, commitment.term), units),
    tariff(commitment.until, listPrice, units),
  ];
}

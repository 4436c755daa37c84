import { type HourlyPrice, hourlyPrice } from '../../../../model/money/money.ts';
import { monthsLater } from '../../../../model/time/period.ts';
import { type Instant, isoInstant } from '../../../../model/time/time.ts';
import type { Commitment, Holding } from '../holding.ts';
import { invalid, Refusal } from '../refusal.ts';
import { followedBy, type Tariffs, tariff, tariffAt } from './tariff.ts';

type Term = { readonly months: number; readonly share: string };

/** The months of each term, and the share of the hourly price under it: made up, lower for longer terms. */
const terms: ReadonlyMap<string, Term> = new Map([
  ['COMMITMENT_TERM_1_MONTH', { months: 1, share: '0.95' }],
  ['COMMITMENT_TERM_3_MONTHS', { months: 3, share: '0.9' }],
  ['COMMITMENT_TERM_6_MONTHS', { months: 6, share: '0.85' }],
  ['COMMITMENT_TERM_12_MONTHS', { months: 12, share: '0.8' }],
  ['COMMITMENT_TERM_24_MONTHS', { months: 24, share: '0.7' }],
  ['COMMITMENT_TERM_36_MONTHS', { months: 36, share: '0.6' }],
  ['COMMITMENT_TERM_60_MONTHS', { months: 60, share: '0.5' }],
]);
const noTerm = 'COMMITMENT_TERM_NONE';
export const commitmentTerms: readonly string[] = [noTerm, ...terms.keys()];

export const committedPrice = (price: HourlyPrice, term: string): HourlyPrice =>
  hourlyPrice(price.times(terms.get(term)?.share ?? '1').toFixed());

/**
 * Returns a commitment of calendar months (UTC) from now; `null` for no term. @throws Refusal for an unknown term.
 */
export function commitmentFrom(at: Instant, term: string): Commitment | null {
  if (term === noTerm) return null;
  const lasts = terms.get(term)?.months;
  if (lasts === undefined) throw invalid('commitmentTerm', `${term} is not an available term`);
  return { term, until: monthsLater(at, lasts, 'UTC') };
}

type Committed = { readonly id: string; readonly commitment: Commitment | null };

/**
 * Returns the commitment of a thing after a request for a term. While one runs, another is refused; the same one, as
 * in a record sent back unchanged, changes nothing. @throws Refusal
 */
export function recommitted(thing: Committed, at: Instant, term: string): Commitment | null {
  const { commitment } = thing;
  const running = commitment !== null && commitment.until > at ? commitment : null;
  if (term === (running?.term ?? noTerm)) return commitment;
  const next = commitmentFrom(at, term);
  refuseCommitted(thing, at);
  return next;
}

/** Refuses to delete a committed thing before its term ends. @throws Refusal */
export function refuseCommitted({ id, commitment }: Committed, at: Instant): void {
  if (commitment === null || commitment.until <= at) return;
  throw new Refusal('wrong-state', `${id} is committed until ${isoInstant(commitment.until)}`);
}

/** A thing with its unit price without a commitment; `null` for a script's own price, which no commitment lowers. */
type Priced = { readonly tariffs: Tariffs; readonly listPrice: HourlyPrice | null };

/** Returns the tariffs of units from an instant on: lower while a commitment runs, then the list price. */
export function pricedAt(
  at: Instant,
  listPrice: HourlyPrice,
  units: number,
  commitment: Commitment | null | 'its own',
): Priced {
  if (commitment === 'its own') return { tariffs: [tariff(at, listPrice, units)], listPrice: null };
  return { tariffs: tariffsFrom(at, listPrice, units, commitment), listPrice };
}

/** Sets or removes a holding's commitment from an instant on. */
export function recommit(holding: Holding, at: Instant, commitment: Commitment | null): void {
  if (commitment === holding.commitment) return;
  holding.commitment = commitment;
  if (holding.listPrice !== null) relist(holding, at, holding.listPrice);
}

/** Gives a holding another list price from an instant on, lowered by its current commitment. */
export function relist(holding: Holding, at: Instant, listPrice: HourlyPrice): void {
  const { units } = tariffAt(holding.tariffs, at);
  const commitment = holding.listPrice === null ? null : holding.commitment;
  if (holding.listPrice !== null) holding.listPrice = listPrice;
  holding.tariffs = followedBy(holding.tariffs, tariffsFrom(at, listPrice, units, commitment));
}

/** Returns a list price lowered by a holding's commitment at an instant. */
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

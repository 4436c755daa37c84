import type { HourlyPrice } from '../../../model/money/money.ts';
import type { Instant } from '../../../model/time/time.ts';
import type { Holding } from '../holding.ts';
import { type Commitment, committedPrice } from './commitment.ts';
import { followedBy, type Tariffs, tariff, tariffAt } from './tariff.ts';

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

import { type HourlyPrice, hourlyPrice } from '../../../model/money/money.ts';
import { monthsLater } from '../../../model/time/period.ts';
import { type Instant, isoInstant } from '../../../model/time/time.ts';
import { invalid, Refusal } from '../refusal.ts';

/** A term that is paid to its end, whatever becomes of the thing. */
export type Commitment = {
  readonly term: string;
  readonly until: Instant;
  /** The term is always shown, its end only sometimes. */
  readonly isEndShown?: boolean;
};

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

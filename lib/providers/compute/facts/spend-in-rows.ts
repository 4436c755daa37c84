import { addMoney, type Money, money, noMoney } from '../../../model/money/money.ts';
import { type Instant, isoInstant } from '../../../model/time/time.ts';
import type { Answer } from '../../answer.ts';
import type { Flaw } from '../../operation.ts';
import type { WireProjectSpend, WireSpendRow } from '../wire/spend.ts';

/** A project's spend, and how many items it may lack. */
export type ProjectSpend = WireProjectSpend & { readonly leftOut?: number };

/** Rows of an account's spend from the start of the month up to `until`. */
export type AccountRows = {
  readonly rows: Answer<readonly WireSpendRow[]>;
  readonly from: Instant;
  readonly until: Instant;
};

/** What rows come to, with a count of those whose amount is unknown; `null` where no amount at all is known. */
export function sumOfRows(
  rows: readonly WireSpendRow[],
  flaws: readonly Flaw[],
): { readonly amount: Money; readonly leftOut?: number } | null {
  const amounts = rows.flatMap(({ amount }) => amount || []);
  const lost = flaws.filter(({ kind }) => kind === 'record').length;
  const leftOut = rows.length - amounts.length + lost;
  if (amounts.length === 0 && leftOut > 0) return null;
  const amount = amounts.reduce((total, text) => addMoney(total, money(text)), noMoney);
  return { amount, ...(leftOut > 0 && { leftOut }) };
}

/**
 * A project's spend as the rows of its billing account have it, in the form of the project's own figure. A row that
 * does not tell its project may be of this one.
 */
export function spendInRows(
  rows: readonly WireSpendRow[],
  flaws: readonly Flaw[],
  projectId: string,
  from: Instant,
  until: Instant,
): ProjectSpend {
  const own = rows.filter((row) => row.projectId === projectId);
  const ofNobody = rows.filter((row) => !row.projectId).map(({ unreadable }) => ({ unreadable }));
  const figure = sumOfRows([...own, ...ofNobody], flaws);
  return {
    startTime: isoInstant(from),
    endTime: isoInstant(until),
    ...(figure && { ...figure, spend: figure.amount.toFixed() }),
  };
}

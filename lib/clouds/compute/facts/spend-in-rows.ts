import { type Money, money, noMoney, subtractMoney, sumMoney } from '../../../model/money/money.ts';
import { earlier, hours, type Instant, isoInstant, latest, milliseconds } from '../../../model/time/time.ts';
import type { Answer } from '../../http/answer.ts';
import type { Flaw } from '../../http/operation.ts';
import type { WireProjectSpend, WireSpendRow } from '../wire/spend.ts';

/** A project's spend; `leftOut` is the number of items that may be missing from it. */
export type ProjectSpend = WireProjectSpend & { readonly leftOut?: number; readonly credits?: Money };

/** The rows of an account's spend from the start of the month up to `until`. */
export type AccountRows = {
  readonly rows: Answer<readonly WireSpendRow[]>;
  readonly from: Instant;
  readonly until: Instant;
};

/** The sum of rows of use, the number of rows with an unknown amount, and credits; `null` when no amount is known. */
export type RowSum = { readonly amount: Money; readonly leftOut?: number; readonly credits?: Money } | null;

/** Adds up rows. Those with a negative amount are credits, which are not subtracted from use. */
export function sumOfRows(rows: readonly WireSpendRow[], flaws: readonly Flaw[]): RowSum {
  const amounts = rows.flatMap(({ amount }) => (amount ? [money(amount)] : []));
  const lost = flaws.filter(({ kind }) => kind === 'record').length;
  const leftOut = rows.length - amounts.length + lost;
  if (amounts.length === 0 && leftOut > 0) return null;
  const amount = sumMoney(amounts.filter((figure) => figure.gte(noMoney)));
  const credits = subtractMoney(amount, sumMoney(amounts));
  return { amount, ...(leftOut > 0 && { leftOut }), ...(!credits.isZero() && { credits }) };
}

const isCredit = ({ amount }: WireSpendRow): boolean => amount != null && money(amount).lt(noMoney);

/** Returns the sum of the rows of a project. Rows of use without a project may belong to it, and count as unknown. */
export function sumOfProject(
  rows: readonly WireSpendRow[],
  flaws: readonly Flaw[],
  projectId: string,
): RowSum {
  const projectRows = rows.filter((row) => row.projectId && row.projectId === projectId);
  const unattributed = rows
    .filter((row) => !row.projectId && !isCredit(row))
    .map(({ unreadable }) => ({ unreadable }));
  return sumOfRows([...projectRows, ...unattributed], flaws);
}

/** Returns a project's spend from the rows of its billing account, in the form of the platform's own figure for a project. */
export function spendInRows(
  rows: readonly WireSpendRow[],
  flaws: readonly Flaw[],
  projectId: string,
  from: Instant,
  until: Instant,
): ProjectSpend {
  const figure = sumOfProject(rows, flaws, projectId);
  return {
    startTime: isoInstant(from),
    endTime: isoInstant(until),
    ...(figure && { ...figure, spend: figure.amount.toFixed() }),
  };
}

/**
 * Returns the time up to which a figure from `from` includes usage when it is read at `at`. The platform updates once an
 * hour, so spend since the last full hour is not included.
 */
export const computeReportedEnd = (from: Instant, at: Instant): Instant =>
  latest(from, earlier(at, milliseconds(at % hours(1))));

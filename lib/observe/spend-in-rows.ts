import type { WireProjectSpend, WireSpendRow } from '../cloud/wire/spend.ts';
import { addMoney, money, noMoney } from '../model/money.ts';
import { type Instant, isoInstant } from '../model/time.ts';

/** A project's spend as the rows of its billing account have it, in the form of the project's own figure. */
export function spendInRows(
  rows: readonly WireSpendRow[],
  projectId: string,
  from: Instant,
  until: Instant,
): WireProjectSpend {
  const spend = rows
    .filter((row) => row.projectId === projectId)
    .reduce((total, { amount }) => addMoney(total, money(amount)), noMoney);
  return { projectId, startTime: isoInstant(from), endTime: isoInstant(until), spend: spend.toFixed() };
}

import type * as z from 'zod';
import type { WireProjectSpend, WireSpendRow } from '../../../cloud/wire/spend.ts';
import type { ProjectSpendDetails } from '../../../cloud/wire/whole/spend.ts';
import { assertNever } from '../../../model/assert-never.ts';
import type { ProjectId } from '../../../model/ids.ts';
import { isoInstant } from '../../../model/time.ts';
import type { Bill, BillLine } from '../world/billing.ts';
import type { Holding } from '../world/holding.ts';
import { type BilledMonth, monthBill } from '../world/report.ts';
import type { WorldState } from '../world/world-state.ts';
import { wireCharge, wirePrice } from './decimal.ts';

export function projectSpendReply(
  state: WorldState,
  projectId: ProjectId,
  month: BilledMonth,
): z.input<typeof WireProjectSpend> {
  return {
    projectId,
    uid: month.uid,
    startTime: isoInstant(month.from),
    endTime: isoInstant(month.until),
    spend: wireCharge(monthBill(state, projectId, month).total),
  };
}

export const spendDetailsReply = (bill: Bill): z.input<typeof ProjectSpendDetails> => ({
  orders: bill.lines.map((line) => ({ resourceId: line.holding.id, ...spendRowReply(line) })),
  spend: wireCharge(bill.total),
});

export function spendRowReply({ holding, span, charge }: BillLine): z.input<typeof WireSpendRow> {
  const hours = span / 3_600_000;
  const measure = isStorage(holding)
    ? { quantity: hours * holding.sizeGib, unit: 'UNIT_GIB_HOUR', unitAmount: wirePrice(holding.gibPrice) }
    : { quantity: hours, unit: 'UNIT_HOUR', unitAmount: wirePrice(holding.price) };
  return {
    projectId: holding.project,
    description: describe(holding),
    ...measure,
    amount: wireCharge(charge),
  };
}

const isStorage = (holding: Holding) => holding.kind === 'volume' || holding.kind === 'disk';

function describe(holding: Holding): string {
  switch (holding.kind) {
    case 'vm':
      return `Virtual machine ${holding.id} (${holding.machineType})`;
    case 'machine':
      return `Bare-metal machine ${holding.id} (${holding.machineTypeId})`;
    case 'volume':
      return `Volume ${holding.id} (${holding.sizeGib} GiB)`;
    case 'disk':
      return `Storage disk ${holding.id} (${holding.sizeGib} GiB)`;
    default:
      return assertNever(holding);
  }
}

import type * as z from 'zod';
import { assertNever } from '../../model/assert-never.ts';
import type { ProjectId } from '../../model/ids.ts';
import { isoInstant } from '../../model/time/time.ts';
import type { WireProjectSpend } from '../../providers/compute/wire/spend.ts';
import type { BillingAccountSpendRow, ProjectSpendDetails } from '../wire/spend.ts';
import { type Holding, isStorage } from '../world/holding.ts';
import { type Bill, type BilledMonth, type BillLine, monthBill } from '../world/money/billing.ts';
import type { Tariff } from '../world/money/tariff.ts';
import type { WorldState } from '../world/world-state.ts';
import { wireCharge, wirePrice } from './values.ts';

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

export function spendRowReply({
  holding,
  tariff,
  span,
  charge,
}: BillLine): z.input<typeof BillingAccountSpendRow> {
  return {
    projectId: holding.project,
    description: describe(holding, tariff),
    quantity: (span / 3_600_000) * tariff.units,
    unit: isStorage(holding) ? 'UNIT_GIB_HOUR' : 'UNIT_HOUR',
    unitAmount: wirePrice(tariff.unitPrice),
    amount: wireCharge(charge),
  };
}

function describe(holding: Holding, { units }: Tariff): string {
  switch (holding.kind) {
    case 'vm':
      return `Virtual machine ${holding.id} (${holding.machineType})`;
    case 'machine':
      return `Bare-metal machine ${holding.id} (${holding.machineTypeId})`;
    case 'volume':
      return `Volume ${holding.id} (${units} GiB)`;
    case 'disk':
      return `Storage disk ${holding.id} (${units} GiB)`;
    case 'bucket':
      return `Object storage bucket ${holding.id} (${units} GiB)`;
    case 'image':
      return `Image ${holding.id} (${units} GiB)`;
    case 'cluster':
      return `Cluster ${holding.id} (${units} x ${holding.machineTypeId})`;
    case 'network':
      return `Network ${holding.id} (${holding.cidr})`;
    default:
      return assertNever(holding);
  }
}

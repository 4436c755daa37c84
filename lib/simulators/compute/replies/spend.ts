import type * as z from 'zod';
import type { ProjectId } from '../../../model/ids.ts';
import { isoInstant } from '../../../model/time/time.ts';
import type { BillingAccountSpendRow, ProjectSpend, ProjectSpendDetails } from '../wire/spend.ts';
import { type Holding, isStorage } from '../world/holding.ts';
import { type Bill, type BilledMonth, type BillLine, monthBill } from '../world/money/billing.ts';
import type { Tariff } from '../world/money/tariff.ts';
import type { WorldState } from '../world/world-state.ts';
import { wireCharge, wirePrice } from './values.ts';

export function projectSpendReply(
  state: WorldState,
  projectId: ProjectId,
  month: BilledMonth,
): z.input<typeof ProjectSpend> {
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

const names: { readonly [K in Holding['kind']]: string } = {
  vm: 'Virtual machine',
  machine: 'Bare-metal machine',
  volume: 'Volume',
  disk: 'Storage disk',
  bucket: 'Object storage bucket',
  image: 'Image',
  cluster: 'Cluster',
  network: 'Network',
};

const describe = (holding: Holding, tariff: Tariff): string =>
  `${names[holding.kind]} ${holding.id} (${detailOf(holding, tariff)})`;

function detailOf(holding: Holding, { units }: Tariff): string {
  if (holding.kind === 'vm') return holding.machineType;
  if (holding.kind === 'machine') return holding.machineTypeId;
  if (holding.kind === 'cluster') return `${units} x ${holding.machineTypeId}`;
  return holding.kind === 'network' ? holding.cidr : `${units} GiB`;
}

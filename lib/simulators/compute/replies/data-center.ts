import type * as z from 'zod';
import { isoInstant } from '../../../model/time/time.ts';
import type {
  DataCenter as DataCenterRecord,
  RevenueTotal as RevenueTotalRecord,
} from '../wire/data-center.ts';
import type { Host } from '../world/compute/hosts.ts';
import type { RevenueMonth, RevenueTotal } from '../world/money/revenue.ts';
import type { DataCenter } from '../world/world-state.ts';
import { wireAmount, wireCharge } from './values.ts';

export const dataCenterReply = (dataCenter: DataCenter): z.input<typeof DataCenterRecord> => ({
  id: dataCenter.id,
  billingAccountId: dataCenter.account,
  createBy: dataCenter.createdBy,
  lngLat: dataCenter.lngLat,
  oneFrontendId: dataCenter.oneFrontendId,
  regionId: dataCenter.regionId,
  renewableEnergy: dataCenter.renewableEnergy,
  supplierName: dataCenter.supplierName,
});

export const hostReply = ({ id, dataCenter, machineType, capacity, used, vms }: Host) => ({
  id,
  dataCenterId: dataCenter,
  clusterId: clusterOf({ dataCenter, machineType }),
  machineType,
  vcpus: capacity.vcpus,
  memoryGib: capacity.memoryGib,
  gpus: capacity.gpus,
  storageGib: capacity.bootDiskGib,
  vcpusUsed: used.vcpus,
  memoryGibUsed: used.memoryGib,
  gpusUsed: used.gpus,
  storageGibUsed: used.bootDiskGib,
  vmCount: vms,
});

const clusterOf = ({ dataCenter, machineType }: Pick<Host, 'dataCenter' | 'machineType'>): string =>
  `${dataCenter}-${machineType}`;

/** Groups hosts by machine type, which is a cluster of the data center. */
export function hostClustersReply(hosts: readonly Host[]) {
  const sum = (of: readonly Host[], measure: (host: Host) => number) =>
    of.reduce((total, host) => total + measure(host), 0);
  return [...new Set(hosts.map(({ machineType }) => machineType))].map((machineType) => {
    const own = hosts.filter((host) => host.machineType === machineType);
    const dataCenter = own[0]?.dataCenter ?? '';
    return {
      id: clusterOf({ dataCenter, machineType }),
      dataCenterId: dataCenter,
      machineType,
      hostCount: own.length,
      vcpus: sum(own, ({ capacity }) => capacity.vcpus),
      memoryGib: sum(own, ({ capacity }) => capacity.memoryGib),
      gpus: sum(own, ({ capacity }) => capacity.gpus),
      vmCount: sum(own, ({ vms }) => vms),
    };
  });
}

export const revenueReply = ({ from, until, total }: RevenueMonth) => ({
  startTime: isoInstant(from),
  endTime: isoInstant(until),
  amount: wireCharge(total),
});

export const revenueTotalReply = (total: RevenueTotal): z.input<typeof RevenueTotalRecord> => ({
  amountCollected: wireAmount(total.collected),
  amountReceivable: wireAmount(total.receivable),
  amountUncollectible: wireAmount(total.uncollectible),
});

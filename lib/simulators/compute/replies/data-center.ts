import type * as z from 'zod';
import { groupedBy } from '../../../model/grouped-by.ts';
import type { DataCenter as DataCenterRecord } from '../wire/data-center.ts';
import { capacityOf, type Host } from '../world/compute/hosts.ts';
import type { DataCenter } from '../world/world-state.ts';

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

/** Returns the id of the hosts of one machine type, which are a cluster of the data center. */
const clusterOf = ({ dataCenter, machineType }: Host): string => `${dataCenter}-${machineType}`;

export function hostReply(host: Host) {
  const { bootDiskGib: storageGib, ...capacity } = capacityOf(host.machineType);
  return {
    id: host.id,
    dataCenterId: host.dataCenter,
    clusterId: clusterOf(host),
    machineType: host.machineType,
    ...capacity,
    storageGib,
  };
}

export const hostClustersReply = (hosts: readonly Host[]) =>
  [...groupedBy(hosts, clusterOf)].map(([id, [host, ...others]]) => ({
    id,
    dataCenterId: host.dataCenter,
    machineType: host.machineType,
    hostCount: 1 + others.length,
  }));

const zero = { value: '0' };
export const noRevenue = { amountCollected: zero, amountReceivable: zero, amountUncollectible: zero };

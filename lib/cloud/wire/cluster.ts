import * as z from 'zod';
import { ResourceId } from '../../model/ids.ts';
import { count, dateTime, decimal, open, optional } from './values.ts';

export const WireClusterMachine = z.object({
  id: ResourceId,
  cpuCores: optional(count),
  gpus: optional(count),
  gpuModelId: optional(z.string()),
  createBy: optional(z.string()),
  createTime: optional(dateTime),
  powerState: optional(open),
  priceHr: optional(decimal),
  state: optional(open),
});
export type WireClusterMachine = z.infer<typeof WireClusterMachine>;

export const WireCluster = z.object({
  id: ResourceId,
  dataCenterId: optional(z.string()),
  machineTypeId: optional(z.string()),
  gpuModelId: optional(z.string()),
  createBy: optional(z.string()),
  createTime: optional(dateTime),
  commitmentTerm: optional(open),
  commitmentEndTime: optional(dateTime),
  state: optional(open),
  totalMachinePriceHr: optional(decimal),
  totalPriceHr: optional(decimal),
  machines: optional(z.array(WireClusterMachine)),
});
export type WireCluster = z.infer<typeof WireCluster>;

import * as z from 'zod';
import type { ReadInPart } from '../../../model/facts/unreadable.ts';
import { ResourceId } from '../../../model/ids.ts';
import { amount, open, optional, price, text, time } from './values.ts';

export const WireClusterMachine = z.object({
  id: ResourceId,
  cpuCores: optional(amount),
  gpus: optional(amount),
  gpuModelId: optional(text),
  createBy: optional(text),
  createTime: time,
  powerState: optional(open),
  priceHr: price,
  state: optional(open),
});
export type WireClusterMachine = z.infer<typeof WireClusterMachine> & ReadInPart;

export const WireCluster = z.object({
  id: ResourceId,
  dataCenterId: optional(text),
  machineTypeId: optional(text),
  gpuModelId: optional(text),
  totalGpus: optional(amount),
  createBy: optional(text),
  createTime: time,
  commitmentTerm: optional(open),
  commitmentEndTime: time,
  state: optional(open),
  totalMachinePriceHr: price,
  totalPriceHr: price,
  machines: optional(z.array(WireClusterMachine)),
});
export type WireCluster = z.infer<typeof WireCluster> & ReadInPart;

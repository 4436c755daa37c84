import * as z from 'zod';
import type { UnreadableFields } from '../../../model/facts/unreadable.ts';
import { MachineId, ResourceId } from '../../../model/ids.ts';
import { required } from '../../http/required-field.ts';
import { open, optional, price, text, time, units } from './values.ts';

/** A bare-metal machine: the fields that spendwatch reads, and those that a power change must send back unchanged. */
export const WireMachine = z.object({
  id: MachineId,
  projectId: optional(text),
  dataCenterId: optional(text),
  machineTypeId: optional(text),
  os: optional(text),
  cpuCores: optional(units),
  gpus: optional(units),
  gpuModelId: optional(text),
  createBy: optional(text),
  createTime: time,
  priceHr: price,
  commitmentTerm: optional(open),
  powerState: optional(open),
  state: optional(open),
});
export type WireMachine = z.infer<typeof WireMachine> & UnreadableFields;

/** A result of the resource search, of which only machines are read. */
export const WireSearchResult = z.object({ machine: optional(WireMachine) });

export const WirePowerChange = z.object({
  dataCenterId: z.string(),
  machineTypeId: z.string(),
  os: z.string(),
  powerState: z.enum(['ON', 'OFF']),
});

export const WireClusterMachine = z.object({
  id: ResourceId,
  cpuCores: optional(units),
  gpus: optional(units),
  gpuModelId: optional(text),
  createBy: optional(text),
  createTime: time,
  powerState: optional(open),
  priceHr: price,
  state: optional(open),
});
export type WireClusterMachine = z.infer<typeof WireClusterMachine> & UnreadableFields;

export const WireCluster = z.object({
  id: ResourceId,
  dataCenterId: required(text),
  machineTypeId: required(text),
  gpuModelId: optional(text),
  totalGpus: optional(units),
  createBy: optional(text),
  createTime: time,
  commitmentTerm: optional(open),
  commitmentEndTime: time,
  state: optional(open),
  totalMachinePriceHr: price,
  totalPriceHr: price,
  machines: optional(z.array(WireClusterMachine)),
});
export type WireCluster = z.infer<typeof WireCluster> & UnreadableFields;

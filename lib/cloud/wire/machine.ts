import * as z from 'zod';
import { MachineId } from '../../model/ids.ts';
import { count, dateTime, decimal, open, optional } from './values.ts';

/** Fields of a machine that a power change must send back unchanged, and those worth watching. */
export const WireMachine = z.object({
  id: MachineId,
  projectId: optional(z.string()),
  dataCenterId: optional(z.string()),
  machineTypeId: optional(z.string()),
  os: optional(z.string()),
  cpuCores: optional(count),
  gpus: optional(count),
  gpuModelId: optional(z.string()),
  createBy: optional(z.string()),
  createTime: optional(dateTime),
  priceHr: optional(decimal),
  commitmentTerm: optional(open),
  powerState: optional(open),
  state: optional(open),
});
export type WireMachine = z.infer<typeof WireMachine>;

export const WirePowerChange = z.object({
  dataCenterId: z.string(),
  machineTypeId: z.string(),
  os: z.string(),
  powerState: z.enum(['ON', 'OFF']),
});

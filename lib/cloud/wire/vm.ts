import * as z from 'zod';
import { VmId } from '../../model/ids.ts';
import { isDecimalText } from '../../model/money.ts';
import { count, dateTime, decimal, open, optional, whole } from './values.ts';

export const WireVmPrice = z.object({
  totalVcpuPriceHr: optional(decimal),
  totalMemoryPriceHr: optional(decimal),
  totalGpuPriceHr: optional(decimal),
  totalStoragePriceHr: optional(decimal),
  totalPriceHr: optional(decimal),
});

/** A VM of any platform version: `state ?? vmState`, `price.totalPriceHr ?? priceHr`. */
export const WireVm = z.object({
  id: VmId,
  projectId: optional(z.string()),
  dataCenterId: optional(z.string()),
  datacenterId: optional(z.string()),
  state: optional(open),
  vmState: optional(open),
  shortState: optional(z.string()),
  vcpus: optional(count),
  memory: optional(whole),
  gpuModel: optional(z.string()),
  gpuModelId: optional(z.string()),
  gpuQuantity: optional(count),
  gpus: optional(count),
  machineType: optional(z.string()),
  metadata: optional(z.record(z.string(), z.string())),
  createTime: optional(dateTime),
  expireTime: optional(dateTime),
  commitmentTerm: optional(open),
  commitmentEndTime: optional(dateTime),
  price: optional(WireVmPrice),
  priceHr: optional(decimal),
});
export type WireVm = z.infer<typeof WireVm>;

/** Milliseconds, or text of another kind, would make times thousands of years off. */
const epochSeconds = whole.refine((seconds) => seconds > 0 && seconds < 1e11, 'must be epoch seconds');

/** As JSON writes a floating-point figure that is none: the figure is missing, and the sample is not. */
const noFigure = z
  .string()
  .regex(/^[+-]?(nan|inf|infinity)$/i)
  .transform(() => null);
const figure = optional(z.union([whole, noFigure]));

/** One monitor sample: disk and network figures are counters since boot; `timestamp` is epoch seconds. */
export const WireMonitorItem = z.object({
  timestamp: epochSeconds,
  cpu: optional(z.union([z.number(), z.string().refine(isDecimalText).transform(Number), noFigure])),
  memory: figure,
  diskRdBytes: figure,
  diskRdIops: figure,
  diskWrBytes: figure,
  diskWrIops: figure,
  netRx: figure,
  netTx: figure,
  guestPing: optional(z.union([whole, z.boolean(), z.string()])),
});
export type WireMonitorItem = z.infer<typeof WireMonitorItem>;

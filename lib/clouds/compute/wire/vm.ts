import * as z from 'zod';
import type { UnreadableFields } from '../../../model/facts/unreadable.ts';
import { VmId } from '../../../model/ids.ts';
import { isDecimalText } from '../../../model/money/money.ts';
import { bytes, open, optional, price, text, time, units, whole } from './values.ts';

/** A VM of any platform version: newer ones send `state` and `price.totalPriceHr`, older ones `vmState` and `priceHr`. */
export const WireVm = z.object({
  id: VmId,
  projectId: optional(text),
  dataCenterId: optional(text),
  datacenterId: optional(text),
  state: optional(open),
  vmState: optional(open),
  vcpus: optional(units),
  memory: optional(bytes),
  gpuModel: optional(text),
  gpuModelId: optional(text),
  gpuQuantity: optional(units),
  gpus: optional(units),
  metadata: optional(z.record(z.string(), z.string())),
  createTime: time,
  expireTime: time,
  commitmentTerm: optional(open),
  commitmentEndTime: time,
  price: optional(z.object({ totalPriceHr: price })),
  priceHr: price,
});
export type WireVm = z.infer<typeof WireVm> & UnreadableFields;

/** Epoch seconds, bounded so that milliseconds are not taken for seconds. */
const epochSeconds = whole.refine((seconds) => seconds > 0 && seconds < 1e11, 'must be epoch seconds');

/** The text `NaN` or `Infinity` for a figure that is missing from its sample; read as `null`. */
const noFigure = z
  .string()
  .regex(/^[+-]?(nan|inf|infinity)$/i)
  .transform(() => null);
const figure = optional(z.union([whole, noFigure]));

/** A usage sample: disk and network figures are counters since boot; `timestamp` is epoch seconds. */
export const WireMonitorItem = z.object({
  timestamp: epochSeconds,
  cpu: optional(z.union([z.number(), z.string().refine(isDecimalText).transform(Number), noFigure])),
  memory: figure,
  diskRdBytes: figure,
  diskWrBytes: figure,
  netRx: figure,
  netTx: figure,
  guestPing: optional(z.union([whole, z.boolean(), z.string()])),
});
export type WireMonitorItem = z.infer<typeof WireMonitorItem> & UnreadableFields;

import * as z from 'zod';
import type { ReadInPart } from '../../../model/facts/unreadable.ts';
import { ResourceId } from '../../../model/ids.ts';
import { amount, open, optional, price, text, time } from './values.ts';

export const WireVolume = z.object({
  id: ResourceId,
  projectId: optional(text),
  dataCenterId: optional(text),
  sizeGib: optional(amount),
  sizeGibUsed: optional(amount),
  commitmentTerm: optional(open),
  commitmentEndTime: time,
  gibPriceHr: price,
  totalPriceHr: price,
  state: optional(open),
});
export type WireVolume = z.infer<typeof WireVolume> & ReadInPart;

import * as z from 'zod';
import type { ReadInPart } from '../../../model/facts/unreadable.ts';
import { ResourceId } from '../../../model/ids.ts';
import { amount, open, optional, text, time } from './values.ts';

export const WireDisk = z.object({
  id: ResourceId,
  dataCenterId: optional(text),
  sizeGib: optional(amount),
  diskState: optional(open),
  diskType: optional(open),
  createTime: time,
  privateImageId: optional(text),
  vmId: optional(text),
});
export type WireDisk = z.infer<typeof WireDisk> & ReadInPart;

import * as z from 'zod';
import type { ReadInPart } from '../../../model/facts/unreadable.ts';
import { ResourceId } from '../../../model/ids.ts';
import { amount, open, optional, text, time } from './values.ts';

export const WireImage = z.object({
  id: ResourceId,
  dataCenterId: optional(text),
  sizeGib: optional(amount),
  state: optional(open),
  createTime: time,
});
export type WireImage = z.infer<typeof WireImage> & ReadInPart;

import * as z from 'zod';
import type { ReadInPart } from '../../../model/facts/unreadable.ts';
import { ResourceId } from '../../../model/ids.ts';
import { open, optional, price, text, time } from './values.ts';

export const WireNetwork = z.object({
  id: ResourceId,
  dataCenterId: optional(text),
  createTime: time,
  priceHr: price,
  state: optional(open),
});
export type WireNetwork = z.infer<typeof WireNetwork> & ReadInPart;

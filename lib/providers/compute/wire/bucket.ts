import * as z from 'zod';
import type { ReadInPart } from '../../../model/facts/unreadable.ts';
import { ResourceId } from '../../../model/ids.ts';
import { amount, optional, price, text } from './values.ts';

/** A bucket of object storage: its charge is `billableBytes`, in GiB, times `storageGibPriceHr`. */
export const WireBucket = z.object({
  id: ResourceId,
  dataCenterId: optional(text),
  billableBytes: optional(amount),
  storageGibPriceHr: price,
});
export type WireBucket = z.infer<typeof WireBucket> & ReadInPart;

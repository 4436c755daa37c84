import * as z from 'zod';
import { ResourceId } from '../../model/ids.ts';
import type { ReadInPart } from '../../model/unreadable.ts';
import { optional, price, text, whole } from './values.ts';

/** A bucket of object storage: its charge is `billableBytes`, in GiB, times `storageGibPriceHr`. */
export const WireBucket = z.object({
  id: ResourceId,
  dataCenterId: optional(text),
  billableBytes: optional(whole),
  storageGibPriceHr: price,
});
export type WireBucket = z.infer<typeof WireBucket> & ReadInPart;

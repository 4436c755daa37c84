import * as z from 'zod';
import { ResourceId } from '../../model/ids.ts';
import { decimal, optional, whole } from './values.ts';

/** A bucket of object storage: its charge is `billableBytes`, in GiB, times `storageGibPriceHr`. */
export const WireBucket = z.object({
  id: ResourceId,
  dataCenterId: optional(z.string()),
  billableBytes: optional(whole),
  storageGibPriceHr: optional(decimal),
});
export type WireBucket = z.infer<typeof WireBucket>;

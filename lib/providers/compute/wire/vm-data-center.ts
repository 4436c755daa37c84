import * as z from 'zod';
import { optional, price } from './values.ts';

/** What storage costs in a data center. */
export const WireVmDataCenter = z.object({
  id: z.string(),
  diskPoolPricing: optional(z.array(z.object({ diskGibPriceHr: price }))),
  objectStorageGibPriceHr: price,
});
export type WireVmDataCenter = z.infer<typeof WireVmDataCenter>;

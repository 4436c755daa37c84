import * as z from 'zod';
import { decimal, optional } from './values.ts';

/** What storage costs in a data center. */
export const WireVmDataCenter = z.object({
  id: z.string(),
  diskPoolPricing: optional(z.array(z.object({ diskGibPriceHr: optional(decimal) }))),
  objectStorageGibPriceHr: optional(decimal),
});
export type WireVmDataCenter = z.infer<typeof WireVmDataCenter>;

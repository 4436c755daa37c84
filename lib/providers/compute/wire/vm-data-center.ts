import * as z from 'zod';
import type { ReadInPart } from '../../../model/facts/unreadable.ts';
import { optional, price } from './values.ts';

/** The price of disks in a data center. */
export const WireVmDataCenter = z.object({
  id: z.string(),
  diskPoolPricing: optional(z.array(z.object({ diskGibPriceHr: price }))),
});
export type WireVmDataCenter = z.infer<typeof WireVmDataCenter> & ReadInPart;

import * as z from 'zod';
import { TargetId } from './ids.ts';

/** The targets that a run of `watch` over one of several shards hands to `act`. */
export const Handed = z.object({
  index: z.number().int().min(1),
  count: z.number().int().min(2),
  act: z.array(TargetId),
});
export type Handed = z.infer<typeof Handed>;

/** The record with which Lambda invokes a destination after a successful run; its payload is the run's return value. */
export const HandingOver = z.object({ responsePayload: Handed });

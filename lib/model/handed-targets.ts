import * as z from 'zod';
import { TargetId } from './ids.ts';

/** What a run of `watch` over one shard of several found that `act` has something to do for. */
export const Handed = z.object({
  index: z.number().int().min(1),
  count: z.number().int().min(2),
  act: z.array(TargetId),
});
export type Handed = z.infer<typeof Handed>;

/** The record with which Lambda invokes what follows a run that ended well; the payload is what the run returned. */
export const HandingOver = z.object({ responsePayload: Handed });

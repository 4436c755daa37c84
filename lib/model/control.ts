import * as z from 'zod';
import { IntentId } from './ids.ts';
import { Instant } from './time.ts';

/** What holds for all targets at once: how many acts the caps have let through lately. */
export const Control = z.object({
  version: z.literal(1),
  seq: z.number().int(),
  /** Acts of the last 24 hours that were let through, done or not. */
  acts: z.array(z.object({ intent: IntentId, at: Instant })),
});
export type Control = z.infer<typeof Control>;

export const firstControl: Control = { version: 1, seq: 0, acts: [] };

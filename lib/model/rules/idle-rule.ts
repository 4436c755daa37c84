import * as z from 'zod';
import { Span } from '../time/time.ts';
import { about, acts } from './rule-terms.ts';

export const GuestPing = z.enum(['answered', 'ignored']);
export type GuestPing = z.infer<typeof GuestPing>;

export const IdleRule = z.strictObject({
  kind: z.literal('idle'),
  ...about,
  ...acts,
  /** How long a VM must have been quiet. */
  window: Span,
  /** Percent of the window's points that must be under all the limits at once. */
  percentile: z.number(),
  /** Percent of the VM's cores. */
  cpuBelow: z.number(),
  /** Bytes a second, both ways. */
  networkBelow: z.number(),
  /** Bytes a second, read and written. */
  diskBelow: z.number(),
  /** Whether a point at which the guest left a ping unanswered cannot count as quiet, or pings say nothing. */
  guestPing: GuestPing,
  /** After how long it is said again; `null` for never. */
  repeat: Span.nullable(),
});
export type IdleRule = z.infer<typeof IdleRule>;

import * as z from 'zod';
import { Span } from '../time/time.ts';
import { about, acts } from './rule-terms.ts';

export const GuestPing = z.enum(['answered', 'ignored']);
export type GuestPing = z.infer<typeof GuestPing>;

export const Logins = z.enum(['counted', 'ignored']);
export type Logins = z.infer<typeof Logins>;

export const IdleRule = z.strictObject({
  kind: z.literal('idle'),
  ...about,
  ...acts,
  /** The window in which a VM must have been idle. */
  window: Span,
  /** The same for a VM with GPUs. */
  gpuWindow: Span,
  /** The percentage of the window's slots that must be under all limits at once. */
  percentile: z.number(),
  /** Percent of the VM's cores. */
  cpuBelow: z.number(),
  /** Bytes a second, both ways. */
  networkBelow: z.number(),
  /** Bytes a second, read and written. */
  diskBelow: z.number(),
  /** Percent of any GPU. */
  gpuBelow: z.number(),
  /** Whether a slot with an unanswered ping counts as quiet: `answered` no, `ignored` yes. */
  guestPing: GuestPing,
  /** Whether a slot in which somebody is logged in counts as in use. */
  logins: Logins,
  /** The interval of reminders; `null` for never. */
  repeat: Span.nullable(),
});
export type IdleRule = z.infer<typeof IdleRule>;

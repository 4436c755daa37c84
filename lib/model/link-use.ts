import * as z from 'zod';
import { Instant } from './time/time.ts';

/** The single use of an answer link, with what the person wrote. It is kept for as long as the link is valid. */
export const LinkUse = z.strictObject({
  /** The link's id, from which the link cannot be made. */
  id: z.string(),
  /** `begun`: its override may not be recorded yet. Only then may the same answer be repeated. */
  state: z.enum(['begun', 'done']),
  at: Instant,
  /** The time when the link expires. */
  until: Instant,
  author: z.string(),
  reason: z.string(),
  owner: z.string().optional(),
  purpose: z.string().optional(),
});
export type LinkUse = z.infer<typeof LinkUse>;

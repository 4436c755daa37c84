import * as z from 'zod';
import { IntentId } from './ids.ts';
import { Instant } from './time.ts';

/** A route that does not take what it is sent. */
export const RouteTrouble = z.object({
  route: z.string(),
  /** When it first did not, and when it was last tried in vain; once that is over, when it was. */
  since: Instant,
  lastAt: Instant,
  because: z.string(),
  /** Whether others know of it: not yet, they do, or they do and it is over. */
  phase: z.enum(['untold', 'told', 'over']),
});
export type RouteTrouble = z.infer<typeof RouteTrouble>;

/** The key that acts, since it could not be had. */
export const KeyTrouble = z.object({
  since: Instant,
  /** When it was told anew: at its beginning, each day that it lasts, and at its end. */
  at: Instant,
  because: z.string(),
  isOver: z.boolean(),
  /** The routes that have taken word of that. */
  told: z.array(z.string()),
});
export type KeyTrouble = z.infer<typeof KeyTrouble>;

/** What holds for all targets at once: how many acts the caps have let through lately, and which routes fail. */
export const Control = z.object({
  version: z.literal(1),
  seq: z.number().int(),
  /** Acts of the last 24 hours that were let through; what is known not to have been done is taken out again. */
  acts: z.array(z.object({ intent: IntentId, at: Instant })),
  routes: z.array(RouteTrouble).default([]),
  key: KeyTrouble.nullable().default(null),
  /** The day on which the last daily report was due, and the routes that have taken it. */
  digest: z
    .object({ day: Instant, delivered: z.array(z.string()), isDone: z.boolean() })
    .nullable()
    .default(null),
});
export type Control = z.infer<typeof Control>;

export const firstControl: Control = { version: 1, seq: 0, acts: [], routes: [], key: null, digest: null };

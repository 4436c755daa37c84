import * as z from 'zod';
import { IntentId, TargetId } from './ids.ts';
import { Instant } from './time/time.ts';

/** A route that does not take what it is sent. */
export const RouteTrouble = z.object({
  route: z.string(),
  /** When it first did not, and when it was last tried in vain; once that is over, when it was. */
  since: Instant,
  lastAt: Instant,
  because: z.string(),
  /** Whether others know of it: not yet, they do, or they do and it is over. */
  phase: z.enum(['not-notified', 'notified', 'resolved']),
});
export type RouteTrouble = z.infer<typeof RouteTrouble>;

/** The key that acts, since it could not be had. */
export const KeyTrouble = z.object({
  since: Instant,
  /** When it was told anew: at its beginning, each day that it lasts, and at its end. */
  at: Instant,
  because: z.string(),
  isResolved: z.boolean(),
  /** The routes that have taken word of that. */
  notified: z.array(z.string()),
});
export type KeyTrouble = z.infer<typeof KeyTrouble>;

/**
 * What blinds spendwatch as a whole: no target is seen, targets are not looked at, records cannot be read, its clock
 * is wrong; or, for long, to some targets.
 */
export const BlindMatter = z.enum(['sight', 'watcher', 'records', 'clock', 'targets']);
export type BlindMatter = z.infer<typeof BlindMatter>;

/** What a run notes of its own blindness for the next run of `act`, which tells it. The newest of a matter counts. */
export const BlindNote = z.object({ matter: BlindMatter, because: z.string(), at: Instant });
export type BlindNote = z.infer<typeof BlindNote>;

/** A time in which spendwatch is blind, and who has been told of it. */
export const BlindSpell = z.object({
  matter: BlindMatter,
  since: Instant,
  because: z.string(),
  /** What was last to be told of it; `null` before anything was. */
  lastNotified: z.object({ at: Instant, times: z.number().int(), because: z.string() }).nullable(),
  /** Which targets that named, of those that are still not seen. */
  targets: z.array(TargetId).default([]),
  /** The routes that took that, and those that ever took anything of it. */
  delivered: z.array(z.string()),
  notified: z.array(z.string()),
  isResolved: z.boolean(),
});
export type BlindSpell = z.infer<typeof BlindSpell>;

/** What holds for all targets at once: how many acts the caps have let through lately, which routes fail, and what blinds us. */
export const Control = z.object({
  version: z.literal(1),
  seq: z.number().int(),
  /** Acts of the last 24 hours that were let through; what is known not to have been done is taken out again. */
  actions: z.array(z.object({ intent: IntentId, at: Instant })),
  routes: z.array(RouteTrouble).default([]),
  key: KeyTrouble.nullable().default(null),
  blind: z.array(BlindSpell).default([]),
  /** Up to when notes of a wrong clock have been told. */
  clockToldAt: Instant.nullable().default(null),
  /** The day on which the last daily report was due, and the routes that have taken it. */
  digest: z
    .object({ day: Instant, delivered: z.array(z.string()), isDone: z.boolean() })
    .nullable()
    .default(null),
});
export type Control = z.infer<typeof Control>;

export const firstControl: Control = {
  version: 1,
  seq: 0,
  actions: [],
  routes: [],
  key: null,
  blind: [],
  clockToldAt: null,
  digest: null,
};

import * as z from 'zod';
import { ConnectionName } from '../model/connection-name.ts';
import { IntentId, TargetId } from '../model/ids.ts';
import { Instant } from '../model/time/time.ts';

/** Returns the connection field of a record; empty for the unnamed connection. */
export const toConnectionField = (
  connection: ConnectionName | null,
): { readonly connection?: ConnectionName } => (connection === null ? {} : { connection });

/** A route that fails to deliver. */
export const RouteTrouble = z.object({
  route: z.string(),
  /** The times of the first failure, and of the last one or, once resolved, of the recovery. */
  since: Instant,
  lastAt: Instant,
  because: z.string(),
  /** Whether the failure was notified over other routes, and whether it has ended. */
  phase: z.enum(['not-notified', 'notified', 'resolved']),
});
export type RouteTrouble = z.infer<typeof RouteTrouble>;

/**
 * The causes of blindness: no target can be read; targets are not polled; records of the ledger cannot be read; the
 * clock is wrong; the policy file is not in force; the API key for actions is unavailable; or, for a part of the
 * fleet, some targets stay unread, signals failed or stopped, or facts that rules need stay unknown.
 */
export const BlindMatter = z.enum([
  'sight',
  'watcher',
  'records',
  'clock',
  'policy',
  'acting-key',
  'targets',
  'signals',
  'facts',
]);
export type BlindMatter = z.infer<typeof BlindMatter>;
/** True if a matter concerns only part of the fleet. It is then notified once. */
export const isInPart = (matter: BlindMatter): boolean =>
  matter === 'targets' || matter === 'signals' || matter === 'facts';
/** True if a matter is notified as a warning. All others are critical. */
export const isWarning = (matter: BlindMatter): boolean => isInPart(matter) || matter === 'policy';

/** The connection that a record concerns; absent for the unnamed connection, and for spendwatch as a whole. */
const ofConnection = { connection: ConnectionName.optional() };

/**
 * A note of a run on its own blindness, which the next run of `act` notifies. Only the newest note of each matter
 * and connection counts.
 */
export const BlindNote = z.object({
  matter: BlindMatter,
  ...ofConnection,
  because: z.string(),
  at: Instant,
});
export type BlindNote = z.infer<typeof BlindNote>;

/** A period in which spendwatch is blind, and the notifications about it. */
export const BlindSpell = z.object({
  matter: BlindMatter,
  ...ofConnection,
  since: Instant,
  because: z.string(),
  /** The last notification about it; `null` before the first. */
  lastNotified: z
    .object({
      at: Instant,
      times: z.number().int(),
      because: z.string(),
      /** The projects whose VMs fell to 0 together, which people may confirm; absent for none. */
      fallen: z.array(TargetId).optional(),
    })
    .nullable(),
  /** The targets or facts that its notifications named and that are still affected. */
  named: z.array(z.string()).default([]),
  /** The routes that delivered the last notification; `notified` are those that ever delivered one of this period. */
  delivered: z.array(z.string()),
  notified: z.array(z.string()),
  isResolved: z.boolean(),
});
export type BlindSpell = z.infer<typeof BlindSpell>;

/** The record that is shared by all targets: actions counted by the caps, failing routes, and blindness. */
export const Control = z.object({
  version: z.literal(2),
  seq: z.number().int(),
  /** Actions of the last 24 hours that the caps admitted, except those known not to have happened. */
  actions: z.array(z.object({ intent: IntentId, at: Instant, ...ofConnection })),
  routes: z.array(RouteTrouble).default([]),
  blind: z.array(BlindSpell).default([]),
  /**
   * The text of the last good policy, the time since which it has been in force, and its external location and
   * version, if it was read from outside the deployment.
   */
  policy: z
    .object({
      text: z.string(),
      since: Instant,
      source: z.object({ location: z.string(), version: z.string() }).optional(),
    })
    .nullable()
    .default(null),
  /** The time up to which notes of a wrong clock have been notified. */
  clockNotifiedAt: Instant.nullable().default(null),
  /** The time up to which notes of named connections' clocks have been notified, by name; absent without any. */
  clocksNotifiedAt: z.partialRecord(ConnectionName, Instant).optional(),
  /** The day of the last daily digest, and the routes that have delivered it. */
  digest: z
    .object({ day: Instant, delivered: z.array(z.string()), isDone: z.boolean() })
    .nullable()
    .default(null),
});
export type Control = z.infer<typeof Control>;

export const firstControl: Control = {
  version: 2,
  seq: 0,
  actions: [],
  routes: [],
  blind: [],
  policy: null,
  clockNotifiedAt: null,
  digest: null,
};

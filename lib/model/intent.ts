import * as z from 'zod';
import { ActionKind } from './action-kind.ts';
import { AlertKey, IntentId, ResourceId, RuleName, Subject, TargetId } from './ids.ts';
import { StoredMoney, StoredPrice } from './money/money.ts';
import { Stopped } from './rules/step.ts';
import { Instant } from './time/time.ts';

/**
 * The progress of an intent. A `claimed` one without a reply may have reached the cloud, so it is never carried out
 * again: the next polls show its outcome, or it expires.
 */
export const IntentState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('claimed'), at: Instant }),
  z.object({ kind: z.literal('requested'), at: Instant }),
  z.object({ kind: z.literal('unanswered'), at: Instant, because: z.string() }),
]);
export type IntentState = z.infer<typeof IntentState>;

/** A decided action that waits to be carried out or confirmed. */
export const Intent = z.object({
  id: IntentId,
  kind: ActionKind,
  target: TargetId,
  subject: Subject,
  rule: RuleName,
  /** The alert that announced it; `null` for actions that need no announcement: starts and orders. */
  alert: AlertKey.nullable(),
  /** Who ordered it; `null` when a rule decided it. */
  by: z.string().nullable().default(null),
  decidedAt: Instant,
  /** When it expires: afterwards it must be decided again. */
  expiresAt: Instant,
  /** When its resource was created, which distinguishes it from another one with the same id. */
  createdAt: Instant.nullable(),
  /** The image that is to be made, or that must be ready first. */
  image: ResourceId.nullable().default(null),
  /** Which of a budget's VMs it was decided for. */
  of: Stopped.nullable().default(null),
  /** The reported spend at which a budget asked for it. */
  threshold: StoredMoney.nullable().default(null),
  /** The resource's hourly price at the time of the decision. */
  price: StoredPrice.nullable().default(null),
  because: z.string(),
  state: IntentState,
});
export type Intent = z.infer<typeof Intent>;

/**
 * A resource that we stopped, or that anyone stopped under a schedule, and whether a person has started it again.
 * it was before is what `start` restores.
 */
export const PastStop = z.object({
  subject: Subject,
  rule: RuleName,
  stoppedAt: Instant,
  startedAgainAt: Instant.nullable(),
  createdAt: Instant.nullable().default(null),
  /** Whether the rule itself brought it to rest: nothing else is started or goes on to later steps. */
  ours: z.boolean().default(false),
  /** The image that was made of it since, and seen ready. */
  image: ResourceId.nullable().default(null),
  /** After a start that did not work: no new one before this, and how many in a row were never asked for. */
  retryAfter: Instant.nullable().default(null),
  unsent: z.number().int().default(0),
});
export type PastStop = z.infer<typeof PastStop>;

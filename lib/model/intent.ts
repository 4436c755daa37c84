import * as z from 'zod';
import { ActionKind } from './action-kind.ts';
import { AlertKey, IntentId, ResourceId, RuleName, Subject, TargetId } from './ids.ts';
import { StoredPrice } from './money/money.ts';
import { Stopped } from './rules/step.ts';
import { Instant } from './time/time.ts';

/**
 * How far an intent has come. `claimed` without an answer may or may not have reached the cloud,
 * so it is never carried out again: the next looks tell, or it lapses.
 */
export const IntentState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('claimed'), at: Instant }),
  z.object({ kind: z.literal('requested'), at: Instant }),
  z.object({ kind: z.literal('unanswered'), at: Instant, because: z.string() }),
]);
export type IntentState = z.infer<typeof IntentState>;

/** A decided act that waits to be carried out, or to be seen done. */
export const Intent = z.object({
  id: IntentId,
  kind: ActionKind,
  target: TargetId,
  subject: Subject,
  rule: RuleName,
  /** The alert that announced it; `null` for what needs no announcement: a start, or a person's order. */
  alert: AlertKey.nullable(),
  /** Who ordered it; `null` when a rule did. */
  by: z.string().nullable().default(null),
  decidedAt: Instant,
  /** After this it may no longer begin and must be decided anew. */
  expiresAt: Instant,
  /** When the resource that it was decided for came to be: another under the same id is another one. */
  createdAt: Instant.nullable(),
  /** The image that is to be made, or that must be ready first. */
  image: ResourceId.nullable().default(null),
  /** Which VMs of a budget's it was decided for. */
  of: Stopped.nullable().default(null),
  /** What the resource cost an hour when it was decided. */
  price: StoredPrice.nullable().default(null),
  because: z.string(),
  state: IntentState,
});
export type Intent = z.infer<typeof Intent>;

/**
 * A resource brought to rest by us, or under a schedule by anyone, and whether a person has started it again. What
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

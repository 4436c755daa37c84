import * as z from 'zod';
import { AlertKey, IntentId, RuleName, Subject, TargetId, VmId } from './ids.ts';
import { Instant } from './time.ts';

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
  kind: z.literal('stop'),
  target: TargetId,
  vm: VmId,
  subject: Subject,
  rule: RuleName,
  alert: AlertKey,
  decidedAt: Instant,
  /** After this it may no longer begin and must be decided anew. */
  expiresAt: Instant,
  /** When the VM that it was decided for came to be: another VM under the same id is another VM. */
  createdAt: Instant.nullable(),
  because: z.string(),
  state: IntentState,
});
export type Intent = z.infer<typeof Intent>;

/**
 * A stop of ours that was seen done, or under a schedule anyone's, and whether a person has started the
 * VM again.
 */
export const PastStop = z.object({
  vm: VmId,
  rule: RuleName,
  stoppedAt: Instant,
  startedAgainAt: Instant.nullable(),
});
export type PastStop = z.infer<typeof PastStop>;

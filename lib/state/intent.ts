import * as z from 'zod';
import { ActionKind } from '../model/action-kind.ts';
import { AlertKey, IntentId, ResourceId, RuleName, Subject, TargetId } from '../model/ids.ts';
import { StoredMoney } from '../model/money/money.ts';
import { ofKind } from '../model/of-kind.ts';
import { ofCost } from '../model/rules/rule-terms.ts';
import { StopScope } from '../model/rules/step.ts';
import { Instant } from '../model/time/time.ts';

/**
 * The progress of an intent. A `claimed` intent without a reply may have reached the cloud, so it is never carried
 * out again: the next polls show its outcome, or it expires.
 */
export const IntentState = z.discriminatedUnion('kind', [
  ofKind('waiting', {}),
  ofKind('claimed', { at: Instant }),
  ofKind('requested', { at: Instant }),
  ofKind('unanswered', { at: Instant, because: z.string() }),
]);
export type IntentState = z.infer<typeof IntentState>;

/** A decided action that waits to be carried out or confirmed. */
export const Intent = z.object({
  id: IntentId,
  kind: ActionKind,
  target: TargetId,
  subject: Subject,
  rule: RuleName,
  /** The alert that announced it; `null` for starts and orders, which need no announcement. */
  alert: AlertKey.nullable(),
  /** The person who ordered it; `null` when a rule decided it. */
  by: z.string().nullable().default(null),
  decidedAt: Instant,
  /** The time when it expires and must be decided again. */
  expiresAt: Instant,
  /** The creation time of its resource, which distinguishes it from another one with the same id. */
  createdAt: Instant.nullable(),
  /** The image to make, or that must be ready first. */
  image: ResourceId.nullable().default(null),
  /** For a budget, the VMs that its stop covers; otherwise `null`. */
  of: StopScope.nullable().default(null),
  /** The reported spend at which a budget asked for it. */
  threshold: StoredMoney.nullable().default(null),
  /** The resource's cost at the time of the decision. */
  price: ofCost.price.default(null),
  isEstimate: ofCost.isEstimate,
  /** The data that the stop was known to erase at the time of the decision; absent for none. */
  erases: z.string().optional(),
  because: z.string(),
  state: IntentState,
});
export type Intent = z.infer<typeof Intent>;

/**
 * A resource that spendwatch stopped, or that anyone stopped under a schedule, and whether a person has started it
 * again.
 */
export const PastStop = z.object({
  subject: Subject,
  rule: RuleName,
  stoppedAt: Instant,
  /** The time of the last poll that showed it at rest; `null` if none has yet. */
  lastSeenAtRest: Instant.nullable().default(null),
  /**
   * The first of the polls that have since all shown it at rest, after a time without polls; `null` if all polls
   * did since its stop.
   */
  atRestSince: Instant.nullable().default(null),
  startedAgainAt: Instant.nullable(),
  createdAt: Instant.nullable().default(null),
  /** True if the rule itself stopped it. Only then may the rule start it or take later steps. */
  ours: z.boolean().default(false),
  /** The image that was made of it since, and was seen ready. */
  image: ResourceId.nullable().default(null),
  /** The earliest next start after a failed one, and the number of consecutive starts that were not sent. */
  retryAfter: Instant.nullable().default(null),
  unsent: z.number().int().default(0),
  /** The times of its newest stops by the rule. */
  made: z.array(Instant).default([]),
  /** The times of its newest stops by the rule that were wrong: it was started again too soon. */
  wrong: z.array(Instant).default([]),
});
export type PastStop = z.infer<typeof PastStop>;

/** A decision about a subject under a rule, and its reason; doing nothing is a decision too. */
export type Decision = {
  readonly kind: 'notify' | 'nothing' | ActionKind;
  readonly subject: Subject;
  readonly rule: RuleName;
  readonly because: string;
};

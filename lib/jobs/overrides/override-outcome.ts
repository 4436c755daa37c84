import type { TargetId } from '../../model/ids.ts';
import type { Instant, Span } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Override } from '../../state/override.ts';
import type { Policy } from '../../state/policy.ts';
import type { SubjectNamer } from './subject-namer.ts';

export type OverrideLedger = Pick<
  Ledger,
  'heads' | 'overrides' | 'override' | 'control' | 'putOverride' | 'withdraw' | 'record'
>;

/** The author, reason and time of an override, and the settings where it is placed. */
export type OverrideRequest = {
  readonly author: string;
  /** The reason; may be empty if none is required. */
  readonly reason: string;
  readonly now: Instant;
  /** `null` if none is available; protections are then unknown. */
  readonly policy: Policy | null;
  readonly pollEvery: Span;
  /** True to compute the outcome without recording it, for a confirmation; then no reason is required. */
  readonly dryRun?: boolean;
  /** Returns why a planned override must not be placed; `null` if it may be. Default: all may be. */
  readonly objection?: (planned: PlannedOverride, named: SubjectNamer) => OverrideRefusal | null;
};

/** An override that is placed, or would be. */
export type PlannedOverride = {
  readonly kind: 'placed';
  readonly override: Override;
  /** Earlier overrides that this one replaces. */
  readonly replaced: readonly Override[];
  readonly says: string;
  /** The targets whose audit logs record it. */
  readonly targets: readonly TargetId[];
  /** The time when it takes effect for all of them, after their next polls; `null` when that is unknown. */
  readonly effective: Instant | null;
  /** Sentences for the author. */
  readonly remarks: readonly string[];
};

/** The outcome of placing or revoking an override. Sentences are for people, in the time zone of the policy. */
export type OverrideOutcome =
  | PlannedOverride
  | (Omit<PlannedOverride, 'kind' | 'replaced'> & { readonly kind: 'revoked' })
  | OverrideRefusal;

/** The reason why nothing was recorded. */
export type OverrideRefusal =
  /** The name is unknown; `names` lists the known ones. */
  | {
      readonly kind: 'unknown';
      readonly asked: string;
      readonly because: string;
      readonly names: readonly string[];
    }
  /** The name is ambiguous. */
  | { readonly kind: 'ambiguous'; readonly because: string; readonly choices: readonly string[] }
  /** There is nothing of this name to answer or to revoke; `choices` lists what can be. */
  | { readonly kind: 'nothing'; readonly because: string; readonly choices: readonly string[] }
  /** It is already in effect. */
  | { readonly kind: 'already'; readonly because: string }
  /** It is blocked and would not be carried out. */
  | { readonly kind: 'held'; readonly because: string }
  /** It does not apply to what was named. */
  | { readonly kind: 'unfit'; readonly because: string }
  /** A text or the time is invalid. */
  | {
      readonly kind: 'wrong';
      readonly field: 'author' | 'reason' | 'owner' | 'purpose' | 'until';
      readonly because: string;
    };

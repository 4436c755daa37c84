import type { TargetId } from '../../model/ids.ts';
import type { Override } from '../../model/override.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Instant, Span } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';

/** What people's words need of a ledger. */
export type OverrideLedger = Pick<Ledger, 'heads' | 'overrides' | 'putOverride' | 'withdraw' | 'record'>;

/** Who tells spendwatch something, why and when, and what is known where they do. */
export type Teller = {
  readonly author: string;
  /** May be empty where none is asked for. */
  readonly reason: string;
  readonly now: Instant;
  /** `null` where none is at hand: what it protects cannot be told then. */
  readonly policy: Policy | null;
  readonly pollEvery: Span;
  /** Only finds out what would come of it, for a question before; no reason is needed for that. */
  readonly dryRun?: boolean;
};

/** What came of a person's word. Sentences are for people, in the policy's time zone. */
export type Told =
  | {
      readonly kind: 'told';
      readonly override: Override;
      /** What was told before and no longer holds. */
      readonly replaced: readonly Override[];
      readonly says: string;
      /** The targets that it is about. */
      readonly targets: readonly TargetId[];
      /** By when all of them should have been looked at again, and it counts; `null` when that cannot be told. */
      readonly effective: Instant | null;
      /** What whoever told it should know. */
      readonly remarks: readonly string[];
    }
  | {
      readonly kind: 'taken-back';
      readonly override: Override;
      readonly says: string;
      readonly targets: readonly TargetId[];
      readonly effective: Instant | null;
      readonly remarks: readonly string[];
    }
  | Refused;

/** Why nothing was recorded. */
export type Refused =
  /** What was named is not known; all there is to name. */
  | {
      readonly kind: 'unknown';
      readonly asked: string;
      readonly because: string;
      readonly names: readonly string[];
    }
  /** It may be any of these. */
  | { readonly kind: 'ambiguous'; readonly because: string; readonly choices: readonly string[] }
  /** There is nothing to answer or to take back; what there is. */
  | { readonly kind: 'nothing'; readonly because: string; readonly choices: readonly string[] }
  /** It is so already. */
  | { readonly kind: 'already'; readonly because: string }
  /** It would not be carried out. */
  | { readonly kind: 'held'; readonly because: string }
  /** It cannot be asked of what was named. */
  | { readonly kind: 'unfit'; readonly because: string }
  /** The author, the reason or the time is not one that can be recorded. */
  | { readonly kind: 'wrong'; readonly field: 'author' | 'reason' | 'until'; readonly because: string };

import type { Resource } from './facts/resource.ts';
import type { UsagePoint } from './facts/usage.ts';
import type { Instant } from './time/time.ts';

/** A resource as it was read again just before an action. */
export type Reread = {
  readonly resource: Resource;
  /** A VM's usage by single samples, oldest first; slots would hide use that has only just begun. */
  readonly points: readonly UsagePoint[];
  /**
   * The use of its GPUs and its logins, by signals from outside the platform, oldest first; absent when not asked
   * for.
   */
  readonly signals?: readonly UsagePoint[];
  /**
   * The reason why signals could not be read in full, and whether it hides jobs that report their machine as in use.
   */
  readonly signalsFault?: { readonly because: string; readonly hidesJobs: boolean };
  /** The time of its last boot, from its samples; `null` when they show none. */
  readonly bootedAt: Instant | null;
  /** The present state of the image that must be ready before a deletion. */
  readonly image: Resource | null;
};

/** The result of checking a decision against a resource that was read again. */
export type Recheck =
  | { readonly kind: 'go' }
  | { readonly kind: 'already-so' | 'cancelled'; readonly because: string };

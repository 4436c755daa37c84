import type { Resource } from './facts/resource.ts';
import type { UsagePoint } from './facts/usage.ts';
import type { Instant } from './time/time.ts';

/** A resource as read again just before the act. */
export type Reread = {
  readonly resource: Resource;
  /** Of a VM: what each of its samples shows by itself, oldest first; slots would hide what has only just begun. */
  readonly points: readonly UsagePoint[];
  /** When it last booted, as far as its samples show. */
  readonly bootedAt: Instant | null;
  /** The image that must be ready before it is deleted, as it is now. */
  readonly image: Resource | null;
};

/** Whether a decision still holds for a resource that was read again. */
export type Recheck =
  | { readonly kind: 'go' }
  | { readonly kind: 'already-so' | 'cancelled'; readonly because: string };

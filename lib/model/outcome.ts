import type { Instant } from './time.ts';

/** What became of carrying out an intent. */
export type Outcome =
  /** The cloud took the request; a later look confirms it. */
  | { readonly kind: 'requested'; readonly at: Instant; readonly because: string }
  /** The resource was already as wanted. */
  | { readonly kind: 'already-so'; readonly at: Instant; readonly because: string }
  /** Something had changed since the decision; nothing was asked of the cloud. */
  | { readonly kind: 'cancelled'; readonly at: Instant; readonly because: string }
  /** The cloud said no; nothing was changed. */
  | { readonly kind: 'refused'; readonly at: Instant; readonly because: string }
  /** No answer, or one that tells nothing: it may have happened. */
  | { readonly kind: 'unanswered'; readonly at: Instant; readonly because: string };

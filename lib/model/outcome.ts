import type { Instant, Span } from './time/time.ts';

/** What is to be tried again, and how long the cloud asked to be left alone; `null` when it did not. */
type Undone = { readonly at: Instant; readonly because: string; readonly retryAfter: Span | null };

/** What became of carrying out an intent. */
export type Outcome =
  /** The cloud took the request; a later look confirms it. */
  | { readonly kind: 'requested'; readonly at: Instant; readonly because: string }
  /** The resource was already as wanted. */
  | { readonly kind: 'already-so'; readonly at: Instant; readonly because: string }
  /** Something had changed since the decision; nothing was asked of the cloud. */
  | { readonly kind: 'cancelled'; readonly at: Instant; readonly because: string }
  /** Time ran out, or the resource could not be read, before anything was asked of the cloud. */
  | ({ readonly kind: 'not-sent' } & Undone)
  /** The cloud said no; nothing was changed. */
  | ({ readonly kind: 'refused' } & Undone)
  /** No answer, or one that tells nothing: it may have happened. */
  | { readonly kind: 'unanswered'; readonly at: Instant; readonly because: string };

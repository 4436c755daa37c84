import type { Instant, Span } from './time/time.ts';

/** An outcome that is retried. `retryAfter` is the wait that the cloud asked for; `null` if it asked for none. */
type Undone = { readonly at: Instant; readonly because: string; readonly retryAfter: Span | null };

/** The outcome of carrying out a decided action. */
export type Outcome =
  /** The cloud accepted the request; a later poll confirms it. */
  | { readonly kind: 'requested'; readonly at: Instant; readonly because: string }
  /** The resource was already in the wanted state. */
  | { readonly kind: 'already-so'; readonly at: Instant; readonly because: string }
  /** The decision no longer held; no request was sent. */
  | { readonly kind: 'cancelled'; readonly at: Instant; readonly because: string }
  /** Time ran out, or the resource could not be read, before the request was sent. */
  | ({ readonly kind: 'not-sent' } & Undone)
  /** The cloud refused the request; nothing changed. `isByKey` is true if it would refuse any request with this key. */
  | ({ readonly kind: 'refused'; readonly isByKey?: boolean } & Undone)
  /** There was no clear reply: the action may have happened. */
  | { readonly kind: 'unanswered'; readonly at: Instant; readonly because: string };

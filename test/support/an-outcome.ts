import { assertNever } from '../../lib/model/assert-never.ts';
import type { Outcome } from '../../lib/model/outcome.ts';
import type { Instant } from '../../lib/model/time/time.ts';

/** Returns an outcome of a kind; the cloud asked for no delay. */
export function anOutcome(kind: Outcome['kind'], at: Instant, because = `it was ${kind}`): Outcome {
  switch (kind) {
    case 'requested':
    case 'already-so':
    case 'cancelled':
    case 'unanswered':
      return { kind, at, because };
    case 'not-sent':
    case 'refused':
      return { kind, at, because, retryAfter: null };
    default:
      return assertNever(kind);
  }
}

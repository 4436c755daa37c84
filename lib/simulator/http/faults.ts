import type { Instant, Span } from '../../model/time/time.ts';
import { drawFor } from '../world/draw.ts';

/** Which requests a fault is for; whatever is left out does not matter. */
type Where = {
  /** How likely it strikes each of them, 0 to 1. */
  readonly probability: number;
  readonly operations?: readonly string[];
  readonly project?: string;
  /** From when and until when, on the world's clock. */
  readonly from?: Instant;
  readonly until?: Instant;
};

/** What goes wrong between a client and the cloud. */
export type Fault = Where &
  (
    | { readonly kind: 'unavailable' }
    /** 429 out of turn. */
    | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }
    /** 429 for a quota of the project's, with 30 s to wait: the answer that actions get too. */
    | { readonly kind: 'quota' }
    /** The request is carried out and the reply breaks off in the middle. */
    | { readonly kind: 'truncated' }
    /** The connection is reset: `before` the request is carried out, or after, with the reply lost. */
    | { readonly kind: 'reset'; readonly when: 'before' | 'after' }
    /** Real time that passes before the reply. */
    | { readonly kind: 'slow'; readonly by: Span }
  );

export type FaultedRequest = {
  readonly operation: string;
  /** With its query: each address draws its own lot. */
  readonly address: string;
  readonly project: string | undefined;
  readonly at: Instant;
};

/**
 * Which faults strike a request. Lots are drawn by address and how often it was asked before, so
 * requests in flight at once may overtake one another and still meet the same faults.
 */
export function faultsFor(seed: number, faults: readonly Fault[]): (request: FaultedRequest) => Fault[] {
  if (faults.length === 0) return () => [];
  const asked = new Map<string, number>();
  return (request) => {
    const nth = asked.get(request.address) ?? 0;
    asked.set(request.address, nth + 1);
    const lot = drawFor(seed, 'fault', request.address)(nth);
    return faults.filter((fault, index) => concerns(fault, request) && lot(index) < fault.probability);
  };
}

function concerns({ operations, project, from, until }: Where, request: FaultedRequest): boolean {
  return (
    (operations === undefined || operations.includes(request.operation)) &&
    (project === undefined || project === request.project) &&
    (from === undefined || from <= request.at) &&
    (until === undefined || request.at < until)
  );
}

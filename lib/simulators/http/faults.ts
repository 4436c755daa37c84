import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Instant, Span } from '../../model/time/time.ts';
import { drawFor } from './draw.ts';

/** The requests that a fault affects; omitted fields match all. */
type Where = {
  /** The probability for each of them, 0 to 1. */
  readonly probability: number;
  readonly operations?: readonly string[];
  readonly project?: string;
  /** The start of the fault, on the world's clock. */
  readonly from?: Instant;
  readonly until?: Instant;
};

/** A fault between a client and the cloud. */
export type Fault = Where &
  (
    | { readonly kind: 'unavailable' }
    /** A 429 without cause. */
    | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }
    /** A 429 for a quota of the project, with 30 s to wait; actions get it too. */
    | { readonly kind: 'quota' }
    /** The request is carried out and the reply is cut off in the middle. */
    | { readonly kind: 'truncated' }
    /** The connection is reset: `before` the request is carried out, or after, with the reply lost. */
    | { readonly kind: 'reset'; readonly when: 'before' | 'after' }
    /** The delay before the reply, in real time. */
    | { readonly kind: 'slow'; readonly by: Span }
  );

type FaultedRequest = {
  readonly operation: string;
  /** The address with its query; draws are made for each address. */
  readonly address: string;
  readonly project: string | undefined;
  readonly at: Instant;
};

/**
 * Returns the faults that affect a request. Draws depend on the address and the number of earlier requests to it, so
 * concurrent requests in any order meet the same faults.
 */
export function faultsFor(seed: number, faults: readonly Fault[]): (request: FaultedRequest) => Fault[] {
  if (faults.length === 0) return () => [];
  const requestCounts = new Map<string, number>();
  return (request) => {
    const nth = requestCounts.get(request.address) ?? 0;
    requestCounts.set(request.address, nth + 1);
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

/** The replies of a cloud to what it refuses for a fault. */
export type FaultReplies = {
  unavailable(): Response;
  throttled(retryAfterSeconds: number): Response;
  quota(): Response;
};

/** Carries a request out under its faults. */
export async function withFaults(
  faults: readonly Fault[],
  connection: IncomingMessage | undefined,
  replies: FaultReplies,
  carryOut: () => Promise<Response>,
): Promise<Response> {
  const has = (kind: Fault['kind']) => faults.some((fault) => fault.kind === kind);
  const reset = faults.find((fault) => fault.kind === 'reset');
  for (const fault of faults) if (fault.kind === 'slow') await pause(fault.by, undefined, { ref: false });
  if (has('unavailable')) return replies.unavailable();
  const throttled = faults.find((fault) => fault.kind === 'throttled');
  if (throttled) return replies.throttled(throttled.retryAfterSeconds);
  if (has('quota')) return replies.quota();
  if (reset?.when === 'before') return breakOff(connection);
  const response = await carryOut();
  if (reset) return breakOff(connection);
  return has('truncated') ? truncated(response) : response;
}

/** Returns half of a reply with the status and headers of the whole one. */
async function truncated(response: Response): Promise<Response> {
  const text = await response.text();
  return new Response(text.slice(0, Math.ceil(text.length / 2)), response);
}

/** A reset of an in-process request, which has no connection. */
export class ConnectionReset extends Error {
  override readonly name = 'ConnectionReset';
}

/** Resets the connection instead of ending it, so that clients cannot take it for an empty reply. */
function breakOff(connection: IncomingMessage | undefined): Response {
  if (!connection) throw new ConnectionReset('the connection was reset');
  connection.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

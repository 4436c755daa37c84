import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { ApiError, quotaExhausted, tooManyRequests } from './api-error.ts';
import type { Fault } from './faults.ts';

/** Carries a request out under the faults that strike it. */
export async function withFaults(
  faults: readonly Fault[],
  connection: IncomingMessage | undefined,
  carryOut: () => Promise<Response>,
): Promise<Response> {
  const has = (kind: Fault['kind']) => faults.some((fault) => fault.kind === kind);
  const reset = faults.find((fault) => fault.kind === 'reset');
  for (const fault of faults) if (fault.kind === 'slow') await pause(fault.by, undefined, { ref: false });
  if (has('unavailable')) return new ApiError('UNAVAILABLE', 'try again later').toResponse();
  const throttled = faults.find((fault) => fault.kind === 'throttled');
  if (throttled) return tooManyRequests('too many requests', throttled.retryAfterSeconds).toResponse();
  if (has('quota')) return quotaExhausted().toResponse();
  if (reset?.when === 'before') return breakOff(connection);
  const response = await carryOut();
  if (reset) return breakOff(connection);
  return has('truncated') ? truncated(response) : response;
}

/** Half of the reply under a status and headers that show nothing of the loss. */
async function truncated(response: Response): Promise<Response> {
  const text = await response.text();
  return new Response(text.slice(0, Math.ceil(text.length / 2)), response);
}

/** What a request made in process meets, which has no connection to lose. */
export class ConnectionReset extends Error {
  override readonly name = 'ConnectionReset';
}

/** A reset, not an orderly end, so that clients cannot take it for an empty reply. */
function breakOff(connection: IncomingMessage | undefined): Response {
  if (!connection) throw new ConnectionReset('the connection was reset');
  connection.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

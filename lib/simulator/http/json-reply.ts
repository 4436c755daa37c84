import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Instant } from '../../model/time/time.ts';

/** What was asked for, sent at once where there is a socket: to write and read a `Response` takes longer than all else. */
export function jsonReply(
  body: unknown,
  at: Instant,
  outgoing: HttpBindings['outgoing'] | undefined,
): Response {
  if (outgoing === undefined) return Response.json(body);
  const text = JSON.stringify(body);
  outgoing.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Date: new Date(at).toUTCString(),
  });
  outgoing.end(text);
  return RESPONSE_ALREADY_SENT;
}

import { type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A request whose body never ends, with the status of its reply; `cut` where the connection ended without one. */
export type OpenBody = { readonly sent: ClientRequest; outcome: number | 'open' | 'cut' };

type BodyOptions = {
  /** The bytes that are sent. */
  readonly bytes?: number;
  /** The size that the header declares; `null` for a chunked body. */
  readonly declared?: number | null;
};

/** Begins a request whose body never ends. */
export function openBody(
  url: string,
  headers: Readonly<Record<string, string>>,
  { bytes = 250_000, declared = 3_900_000 }: BodyOptions = {},
): OpenBody {
  const length = declared === null ? {} : { 'content-length': String(declared) };
  const sent = request(url, { method: 'POST', agent: false, headers: { ...headers, ...length } });
  const body: OpenBody = { sent, outcome: 'open' };
  sent.on('response', (reply) => {
    reply.resume();
    body.outcome = reply.statusCode ?? 0;
  });
  sent.on('error', () => {
    if (body.outcome === 'open') body.outcome = 'cut';
  });
  sent.write('x'.repeat(bytes));
  return body;
}

/** Waits until at most this many bodies are still open. */
export async function allButOpen(bodies: readonly OpenBody[], open: number): Promise<void> {
  while (bodies.filter(({ outcome }) => outcome === 'open').length > open) await wait(10);
}

/** Ends all connections. */
export function abandon(bodies: readonly OpenBody[]): void {
  for (const { sent } of bodies) sent.destroy();
}

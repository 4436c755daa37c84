import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** A request as it came in. */
export type Received = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The query as it was written. */
  readonly search: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};

export type Behaviour = (response: ServerResponse, request: Received, nth: number) => void;

/** A real HTTP server on this machine that answers as badly as it is told to; gone when the test is. */
export async function rudeService(behave: Behaviour) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const seen: Received = {
      method: request.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      search,
      headers: request.headers,
      body: Buffer.concat(pieces).toString(),
    };
    received.push(seen);
    behave(response, seen, received.length);
  });
  const url = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url, received };
}

/** Answers with JSON. */
export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** An address nobody listens on: it was someone's a moment ago. */
export async function deserted(): Promise<string> {
  const server = createServer();
  const url = await listen(server);
  server.close();
  await once(server, 'close');
  return url;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

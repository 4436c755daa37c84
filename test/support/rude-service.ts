import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Certificate } from './certificate.ts';
import { portOf } from './served.ts';

/** A request as it was received. */
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

/** Starts a real HTTP server on this machine that misbehaves as scripted, for the duration of the test. */
export async function rudeService(behave: Behaviour, certificate?: Certificate) {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
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
  };
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  const port = await portOf(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`, port, received };
}

/** Returns the port of a server that closes every connection at the first data. */
export async function hangsUp(): Promise<number> {
  const server = createRawServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.destroy());
  });
  const port = await portOf(server);
  onTestFinished(() => void server.close());
  return port;
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

/** Returns an address that nobody listens on; it was in use a moment ago. */
export async function deserted(): Promise<string> {
  const server = createServer();
  const port = await portOf(server);
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

import { createServer as plainServer } from 'node:http';
import { createServer as tlsServer } from 'node:https';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { wrongSetting } from '../config/settings/settings-error.ts';
import { limitConnections, requestLimits } from './doors/server-limits.ts';

/** An address to listen on. */
export type Address = { readonly host: string; readonly port: number };

/** The default host, which no other machine reaches. */
export const loopback = '127.0.0.1';

export type RunningServer = { readonly url: string; close(): Promise<void> };

export type ServeOptions = {
  /** The option that names the address. */
  readonly option: string;
  /** A certificate and its key in PEM, for https. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** The address at which a proxy serves it to others. Requests may have its host name. */
  readonly publicAddress?: string;
  /** Called with the error of a failed request, unless its sender disconnected. */
  readonly onFailure: (error: unknown) => void;
};

/** Serves routes on a port of this machine. @throws SettingsError when it cannot listen there. */
export async function serveRoutes(
  routes: Hono,
  { host, port }: Address,
  { option, tls, publicAddress, onFailure }: ServeOptions,
): Promise<RunningServer> {
  routes.onError((error, { req }) => {
    if (!req.raw.signal.aborted) onFailure(error);
    return new Response('internal error\n', { status: 500 });
  });
  const publicName = publicAddress === undefined ? null : new URL(publicAddress).hostname;
  const isKnown = (name: string) => !isLoopback(host) || isLoopback(name) || name === publicName;
  const answer = (request: Request) =>
    isKnown(new URL(request.url).hostname)
      ? routes.fetch(request)
      : new Response('unknown host name\n', { status: 421 });
  // The adapter would otherwise replace this process's own Request and Response.
  const listener = getRequestListener(answer, { overrideGlobalObjects: false });
  const server =
    tls === undefined
      ? plainServer(requestLimits, listener)
      : tlsServer({ ...requestLimits, ...tls }, listener);
  limitConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `names an address that cannot be used: ${formatAddress({ host, port })} (${cause.message})`;
      reject(wrongSetting(option, message, { cause }));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('not listening on a port');
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${formatAddress({ host, port: address.port })}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** True if a host is on the loopback interface; other host names may be DNS rebinding. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** Reads "127.0.0.1:9469", "[::1]:9469", ":9469" or "9469"; `undefined` for anything else. */
export function readAddress(text: string): Address | undefined {
  const [, brackets, plain, digits] = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]*)):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) return undefined;
  return { host: brackets || plain || loopback, port };
}

const formatAddress = ({ host, port }: Address): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie } from 'hono/cookie';
import { secureHeaders } from 'hono/secure-headers';
import { type Access, isSame } from './access.ts';

/** Returns the cookie's name. It contains the port, since all ports of a host share their cookies. */
export const cookieName = (port: number): string => `spendwatch-${port}`;
export const actionHeader = 'X-Spendwatch-Act';

/** Sets headers that keep other pages, frames and windows from reading or controlling this one. */
export const safeHeaders: MiddlewareHandler = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
    // Text from the cloud cannot become HTML, even through a bug: the browser refuses strings as markup.
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["'none'"],
  },
  crossOriginOpenerPolicy: 'same-origin',
  crossOriginResourcePolicy: 'same-origin',
  crossOriginEmbedderPolicy: 'require-corp',
  referrerPolicy: 'no-referrer',
  xFrameOptions: 'DENY',
  // The dashboard is served on loopback, without TLS.
  strictTransportSecurity: false,
  permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
});

/**
 * Refuses requests to any host name but those of loopback. This prevents DNS rebinding, in which another site's name is
 * made to resolve to this machine.
 */
export function knownHost(port: number): MiddlewareHandler {
  const hosts: ReadonlySet<string> = new Set(
    ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`),
  );
  return async (context, next) => {
    const host = context.req.header('Host');
    if (host === undefined || !hosts.has(host.toLowerCase()))
      return refused(context, 421, 'unknown host name');
    return next();
  };
}

export const isAdmitted = (context: Context, { session }: Access, port: number): boolean =>
  isSame(getCookie(context, cookieName(port)), session);

/**
 * Refuses browsers without the cookie that the printed address sets: other users of the machine can reach loopback too.
 */
export const admitted =
  (access: Access, port: number): MiddlewareHandler =>
  async (context, next) => {
    if (!isAdmitted(context, access, port))
      return refused(context, 401, 'not signed in: open the address that spendwatch printed');
    return next();
  };

const longestBody = 16 * 1_024;

/** Accepts changes only from the dashboard's own page, as JSON and with the act token. */
export const fromOurPage = ({ actToken }: Access): readonly [MiddlewareHandler, MiddlewareHandler] => [
  bodyLimit({ maxSize: longestBody, onError: (context) => refused(context, 413, 'request body too large') }),
  async (context, next) => {
    const { req } = context;
    const isOurs = req.header('Origin') === `http://${req.header('Host')}`;
    const site = req.header('Sec-Fetch-Site');
    if (!isOurs || (site !== undefined && site !== 'same-origin'))
      return refused(context, 403, 'changes are accepted only from the dashboard itself');
    if (req.header('Content-Type')?.split(';')[0]?.trim() !== 'application/json')
      return refused(context, 415, 'changes must be sent as JSON');
    if (!isSame(req.header(actionHeader), actToken))
      return refused(
        context,
        403,
        'this window is read-only: open the address that spendwatch printed to make changes',
      );
    return next();
  },
];

type Refusal = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 421 | 503;

export const refused = (context: Context, status: Refusal, because: string): Response =>
  context.json({ because }, status);

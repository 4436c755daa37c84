import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie } from 'hono/cookie';
import { secureHeaders } from 'hono/secure-headers';
import { type Access, isSame } from './access.ts';

/** Cookies are shared by all ports of a host, so each dashboard's has its port in its name. */
export const cookieName = (port: number): string => `spendwatch-${port}`;
export const actionHeader = 'X-Spendwatch-Act';

/** Whoever is sent here from another page, frame or window gets nothing out of it. */
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
    // A name from the cloud cannot become HTML even by a mistake: the browser refuses text as markup.
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["'none'"],
  },
  crossOriginOpenerPolicy: 'same-origin',
  crossOriginResourcePolicy: 'same-origin',
  crossOriginEmbedderPolicy: 'require-corp',
  referrerPolicy: 'no-referrer',
  xFrameOptions: 'DENY',
  // It is served on loopback without TLS: there is nothing to insist on.
  strictTransportSecurity: false,
  permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
});

/**
 * Only by the names that loopback has. A page elsewhere whose name was made to lead here would send its own
 * (DNS rebinding).
 */
export function knownHost(port: number): MiddlewareHandler {
  const hosts: ReadonlySet<string> = new Set(
    ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`),
  );
  return async (context, next) => {
    const host = context.req.header('Host');
    if (host === undefined || !hosts.has(host.toLowerCase()))
      return refused(context, 421, 'this is not a name of the dashboard');
    return next();
  };
}

export const isAdmitted = (context: Context, { session }: Access, port: number): boolean =>
  isSame(getCookie(context, cookieName(port)), session);

/** Other users of this machine reach loopback too, so looking takes the cookie that the printed address gave. */
export const admitted =
  (access: Access, port: number): MiddlewareHandler =>
  async (context, next) => {
    if (!isAdmitted(context, access, port))
      return refused(context, 401, 'open the address that spendwatch printed: it lets this browser in');
    return next();
  };

const longestBody = 16 * 1_024;

/** A change comes from our own page, as JSON, with the token that no other page or port can know. */
export const fromOurPage = ({ actToken }: Access): readonly [MiddlewareHandler, MiddlewareHandler] => [
  bodyLimit({ maxSize: longestBody, onError: (context) => refused(context, 413, 'that is too long') }),
  async (context, next) => {
    const { req } = context;
    const isOurs = req.header('Origin') === `http://${req.header('Host')}`;
    const site = req.header('Sec-Fetch-Site');
    if (!isOurs || (site !== undefined && site !== 'same-origin'))
      return refused(context, 403, 'changes are taken from the dashboard itself only');
    if (req.header('Content-Type')?.split(';')[0]?.trim() !== 'application/json')
      return refused(context, 415, 'changes are sent as JSON');
    if (!isSame(req.header(actionHeader), actToken))
      return refused(
        context,
        403,
        'this window may look only: open the address that spendwatch printed to act',
      );
    return next();
  },
];

type Refusal = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 421 | 503;

export const refused = (context: Context, status: Refusal, because: string): Response =>
  context.json({ because }, status);

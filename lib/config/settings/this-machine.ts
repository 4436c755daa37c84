import { parseAddress } from '../../model/parse-address.ts';

/** True if an address obviously leads to this machine. Other forms of 127.0.0.1, such as 2130706433, do not count. */
export function leadsHere(address: string): boolean {
  const [, written = ''] =
    /^[a-z]+:\/\/(?:[^/?#\\@]*@)?([^/?#\\@]*?)(?::\d+)?(?:[/?#]|$)/i.exec(address) ?? [];
  const isPlain = /^(localhost|\[::1\]|127(\.(0|[1-9]\d{0,2})){3})$/i.test(written);
  return isPlain && parseAddress(address)?.hostname === written.toLowerCase();
}

/** True if an address is safe to send a key to: over https, or to this machine. */
export function isSafeAddress(text: string): boolean {
  return isPageAddress(text) && (new URL(text).protocol === 'https:' || leadsHere(text));
}

/** Returns an address without a slash at its end. */
export function withoutSlash(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** True if a text is an http or https address with only a host and a path. */
export function isPageAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === null || /[\s<>"'`|\\]/.test(text)) return false;
  const { protocol, username, password, search, hash } = address;
  return /^https?:$/.test(protocol) && !(username || password || search || hash);
}

/**
 * Reports whether an address is valid for a server of signals. One within one's own network is often reached without
 * TLS; over the internet, signals could be forged, and tokens read.
 */
export function isSignalServerUrl(text: string): boolean {
  const address = parseAddress(text);
  if (address === null) return false;
  const { protocol, hostname, username, password, search, hash } = address;
  if (username || password || search || hash) return false;
  return protocol === 'https:' || (protocol === 'http:' && (leadsHere(text) || isPrivate(hostname)));
}

const isPrivate = (host: string): boolean =>
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$/.test(host) ||
  /^[^.:]+$|\.(internal|local|svc)$/.test(host);

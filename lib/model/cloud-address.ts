import { parseAddress } from './parse-address.ts';

/** The names and numbers under which a machine reaches itself. */
const thisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Reports whether two addresses lead to one cloud, however each is spelled. */
export const isSameAddress = (one: string, other: string): boolean => commonForm(one) === commonForm(other);

/**
 * Returns an address in the form that all its spellings have in common: the case of letters, the usual port, dots at the end
 * of the host, slashes, dot segments and needless escapes make no difference. To take two for one is harmless, as it only
 * leads to comparing what accounts show; to miss that two are one would count an account twice, and act on it twice.
 */
function commonForm(address: string): string {
  const parsed = parseAddress(address);
  if (parsed === null) return address;
  const { protocol, hostname, port, pathname } = parsed;
  const host = hostname.replace(/\.+$/, '');
  const path = withoutNeedlessEscapes(pathname).replace(/\/+/g, '/').replace(/\/$/, '');
  return `${protocol}//${thisMachine.test(host) ? 'localhost' : host}:${port}${path}`.toLowerCase();
}

/** Decodes the letters and digits that need no escape: https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2 */
const withoutNeedlessEscapes = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (escaped: string, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[\w.~-]/.test(character) ? character : escaped;
  });

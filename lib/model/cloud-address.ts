import { parseAddress } from './parse-address.ts';

/** The names and numbers under which a machine reaches itself. */
const thisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Reports whether two addresses are of the same cloud, however each is spelt. */
export const isSameAddress = (left: string, right: string): boolean => commonForm(left) === commonForm(right);

/**
 * Returns an address in one form for all its spellings: letter case, the default port, dots at the end of the host,
 * slashes, dot segments and needless escapes make no difference. Two different addresses with one form are harmless:
 * only the accounts are compared. One cloud with two forms would be counted twice, and acted on twice.
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

import { CloudError, type CloudErrorKind } from './errors.ts';
import type { Hide } from './hide-key.ts';

type Found = { readonly kind: CloudErrorKind; readonly message: string; readonly neverSent?: true };

/** The HTTP library's own codes, and what they mean to a caller. */
const known: ReadonlyMap<string, Found> = new Map<string, Found>([
  [
    'UND_ERR_CONNECT_TIMEOUT',
    { kind: 'timeout', message: 'no connection in the time allowed', neverSent: true },
  ],
  ['UND_ERR_HEADERS_TIMEOUT', { kind: 'timeout', message: 'no answer in the time allowed' }],
  ['UND_ERR_BODY_TIMEOUT', { kind: 'timeout', message: 'the reply stopped coming' }],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', { kind: 'contract', message: 'the reply is larger than any should be' }],
  [
    'UND_ERR_HEADERS_OVERFLOW',
    { kind: 'contract', message: 'the headers of the reply are larger than any should be' },
  ],
  ['UND_ERR_CLOSED', { kind: 'invalid', message: 'asked after this client was closed', neverSent: true }],
  ['UND_ERR_DESTROYED', { kind: 'invalid', message: 'asked after this client was closed', neverSent: true }],
]);

/** Makes an error of a request that got no whole reply. */
export function readNetworkError(
  operation: string,
  error: unknown,
  hide: Hide,
  isUnconnected: boolean,
): CloudError {
  const { kind, message, neverSent = isUnconnected } = meaningOf(error, isUnconnected);
  return new CloudError(kind, { operation, message: hide(message), neverSent, cause: bare(error, hide) });
}

function meaningOf(error: unknown, isUnconnected: boolean): Found {
  if (!(error instanceof Error)) return { kind: 'unreachable', message: 'the request failed' };
  const code = codeOf(error);
  const found = known.get(code);
  if (found !== undefined) return found;
  if (error.name === 'TimeoutError')
    return { kind: 'timeout', message: 'no whole reply in the time allowed' };
  if (error.name === 'AbortError') return { kind: 'given-up', message: 'no time was left for it' };
  if (error.name === 'HTTPParserError') return { kind: 'contract', message: 'the reply is not HTTP' };
  const why = `(${reasonOf(error)})`;
  if (!isUnconnected) return { kind: 'unreachable', message: `the connection broke ${why}` };
  return /CERT|UNABLE_TO_VERIFY/.test(code)
    ? { kind: 'unreachable', message: `its certificate was not accepted ${why}` }
    : { kind: 'unreachable', message: `the cloud could not be reached ${why}` };
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Where several addresses were tried, the error that holds them all has no message of its own. */
const reasonOf = (error: Error): string => error.message || codeOf(error) || error.name;

/** The library's errors hold sockets and pieces of replies; only the words are passed on. */
function bare(error: unknown, hide: Hide): Error {
  const plain = new Error(hide(error instanceof Error ? reasonOf(error) : 'not an error'));
  if (error instanceof Error) plain.name = error.name;
  return plain;
}

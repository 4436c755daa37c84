import { CloudError, type CloudErrorKind } from './errors.ts';
import type { Hide } from './hide-key.ts';

type Found = { readonly kind: CloudErrorKind; readonly message: string; readonly neverSent?: true };

/** The meaning of the HTTP library's error codes. */
const known: ReadonlyMap<string, Found> = new Map<string, Found>([
  ['UND_ERR_CONNECT_TIMEOUT', { kind: 'timeout', message: 'connection timed out', neverSent: true }],
  ['UND_ERR_HEADERS_TIMEOUT', { kind: 'timeout', message: 'no reply within the time limit' }],
  ['UND_ERR_BODY_TIMEOUT', { kind: 'timeout', message: 'the reply stalled' }],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', { kind: 'contract', message: 'the reply is too large' }],
  ['UND_ERR_HEADERS_OVERFLOW', { kind: 'contract', message: 'the headers of the reply are too large' }],
  ['UND_ERR_CLOSED', { kind: 'invalid', message: 'the client is closed', neverSent: true }],
  ['UND_ERR_DESTROYED', { kind: 'invalid', message: 'the client is closed', neverSent: true }],
]);

/** Makes an error of a request without a complete reply. */
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
    return { kind: 'timeout', message: 'no complete reply within the time limit' };
  if (error.name === 'AbortError')
    return { kind: 'given-up', message: 'the time limit of the poll was reached' };
  if (error.name === 'HTTPParserError') return { kind: 'contract', message: 'the reply is not HTTP' };
  const why = `(${reasonOf(error)})`;
  if (!isUnconnected) return { kind: 'unreachable', message: `the connection broke ${why}` };
  return /CERT|UNABLE_TO_VERIFY/.test(code)
    ? { kind: 'unreachable', message: `its certificate is not trusted ${why}` }
    : { kind: 'unreachable', message: `the cloud could not be reached ${why}` };
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Returns an error's reason. The error of several failed addresses has no message, only a code. */
const reasonOf = (error: Error): string => error.message || codeOf(error) || error.name;

/** Keeps only name and message of an error, since the library's errors hold sockets and parts of replies. */
function bare(error: unknown, hide: Hide): Error {
  const plain = new Error(hide(error instanceof Error ? reasonOf(error) : 'not an error'));
  if (error instanceof Error) plain.name = error.name;
  return plain;
}

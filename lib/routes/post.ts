import { Agent } from 'undici';
import { readRetryAfter } from '../clouds/http/retry/retry-after.ts';
import { type Instant, type Span, seconds } from '../model/time/time.ts';
import type { Delivery } from '../notify/notifier.ts';
import { isPage, pageInWords } from './reply.ts';

export type RouteClock = { now(): Instant; sleep(span: Span): Promise<void> };

export type PostOrder = {
  /** The route's name in its errors. */
  readonly name: string;
  /** The address. It is often itself a secret that permits posting, so it appears in no error. */
  readonly address: () => Promise<string>;
  /** Returns the body and its headers, for each try. */
  readonly content: () => Promise<{
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
  }>;
  /** Returns the part of the receiver's reply that may be repeated, if any. */
  readonly reasonIn?: (reply: string) => string | undefined;
  /**
   * Returns why a reply with a status of success does not confirm that the message was taken, by what the receiver
   * documents; `null` when it does.
   */
  readonly doubtIn: (reply: string) => string | null;
  /** True if what was doubted did not arrive, so that it may be sent again at once. */
  readonly mayRepeat?: boolean;
  /** The maximum number of attempts. Default: three. */
  readonly tries?: number;
};

export type Post = (order: PostOrder) => Promise<Delivery>;

const usualTries = 3;
/**
 * The longest wait within a run, which has other messages and actions pending; a longer one is left to the next run.
 */
const longestWait = seconds(3);
/** The part of a reply that is read: only a word or two matters. */
const mostRead = 16_384;
/** Temporary failures; refusals of the message itself are not among them. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const refusalOfAll: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Posts JSON over HTTP, retrying temporary failures at once. It follows no redirects, which could lead anywhere. */
export function poster(clock: RouteClock, answerWithin: Span = seconds(5)): Post {
  const agent = new Agent({
    connect: { timeout: seconds(2) },
    headersTimeout: answerWithin,
    bodyTimeout: answerWithin,
  });
  return async (order) => {
    const { tries: mostTries = usualTries } = order;
    let tried: Tried = { kind: 'passing', because: 'it was not attempted', wait: undefined };
    for (let attempt = 1; attempt <= mostTries; attempt += 1) {
      tried = await attemptOnce(agent, clock, order, answerWithin);
      if (tried.kind !== 'passing') break;
      const wait = tried.wait ?? seconds(attempt / 2);
      if (attempt === mostTries || wait > longestWait) break;
      await clock.sleep(wait);
    }
    if (tried.kind === 'delivered') return tried;
    return { kind: kindOf[tried.kind], because: `${order.name}: ${tried.because}` };
  };
}

const kindOf = {
  refused: 'failed',
  doubted: 'unacknowledged',
  closed: 'unavailable',
  passing: 'unavailable',
} as const;

type Tried =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refused' | 'doubted' | 'closed'; readonly because: string }
  | { readonly kind: 'passing'; readonly because: string; readonly wait: Span | undefined };

async function attemptOnce(
  agent: Agent,
  clock: RouteClock,
  { address, content, reasonIn, doubtIn, mayRepeat = false }: PostOrder,
  answerWithin: Span,
): Promise<Tried> {
  const target = await address().catch(() => null);
  if (target === null) return { kind: 'closed', because: 'its address could not be read' };
  const sent = await content().catch(() => null);
  if (sent === null) return { kind: 'closed', because: 'its secret could not be read' };
  try {
    const { origin, pathname, search } = new URL(target);
    const reply = await agent.request({
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'spendwatch', ...sent.headers },
      body: sent.body,
      // Runs are minutes apart: a kept connection would be closed by then.
      reset: true,
      signal: AbortSignal.timeout(answerWithin * 2),
    });
    const { statusCode: status } = reply;
    if (status >= 200 && status < 300) {
      const text = await readBeginning(reply.body);
      const doubt = isPage(text) ? pageInWords : doubtIn(text);
      if (doubt === null) return { kind: 'delivered' };
      return mayRepeat
        ? { kind: 'passing', because: doubt, wait: undefined }
        : { kind: 'doubted', because: doubt };
    }
    const reason = reasonIn?.(await readBeginning(reply.body).catch(() => ''));
    const because = `it answered ${status}${reason === undefined ? '' : ` (${reason})`}`;
    if (passing.has(status)) {
      return { kind: 'passing', because, wait: readRetryWait(reply.headers, clock.now()) };
    }
    return { kind: refusalOfAll.has(status) ? 'closed' : 'refused', because };
  } catch (error) {
    return { kind: 'passing', because: describeFailure(error), wait: undefined };
  }
}

/** Reads the beginning of a reply, and leaves the rest. */
async function readBeginning(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  let read = 0;
  for await (const piece of body) {
    pieces.push(piece);
    read += piece.length;
    if (read >= mostRead) break;
  }
  return Buffer.concat(pieces).subarray(0, mostRead).toString();
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function readRetryWait({ 'retry-after': wait, date }: Headers, now: Instant): Span | undefined {
  if (typeof wait !== 'string') return undefined;
  return readRetryAfter(wait, typeof date === 'string' ? date : undefined, now);
}

/** Names only the failure: an error of the HTTP library may hold the address. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const isLate = /TIMEOUT/i.test(code);
  return `${isLate ? 'no answer in time' : 'it could not be reached'} (${/^\w+$/.test(code) ? code : 'error'})`;
}

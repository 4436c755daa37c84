import { Agent } from 'undici';
import { readRetryAfter } from '../clouds/http/retry/retry-after.ts';
import { type Instant, type Span, seconds } from '../model/time/time.ts';
import type { Delivery } from '../notify/notifier.ts';
import { isPage, pageInWords } from './reply.ts';

export type RouteClock = { now(): Instant; sleep(span: Span): Promise<void> };

export type PostOrder = {
  /** The route's name in its errors. */
  readonly name: string;
  /** Returns the address. It is often a secret that permits posting, so no error contains it. */
  readonly address: () => Promise<string>;
  /** Returns the body and its headers, for each attempt. */
  readonly content: () => Promise<{
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
  }>;
  /** Returns the part of a reply that an error may quote, if any. */
  readonly reasonIn?: (reply: string) => string | undefined;
  /** Returns why a reply with a status of success does not confirm the delivery; `null` if it does. */
  readonly doubtIn: (reply: string) => string | null;
  /** True if a doubted message did not arrive, so that it may be sent again at once. */
  readonly mayRepeat?: boolean;
  /** The maximum number of attempts. Default: three. */
  readonly tries?: number;
};

export type Post = (order: PostOrder) => Promise<Delivery>;

const usualTries = 3;
/** The longest wait before another attempt within a run; after a longer one, the next run sends the message. */
const longestWait = seconds(3);
/** The number of bytes of a reply that are read. */
const mostRead = 16_384;
/** The statuses of temporary failures. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const refusalOfAll: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Returns a function that posts JSON over HTTP and retries temporary failures. It follows no redirects. */
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

/** Returns only the code of an error, because its message may contain the address. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const isLate = /TIMEOUT/i.test(code);
  return `${isLate ? 'no answer in time' : 'it could not be reached'} (${/^\w+$/.test(code) ? code : 'error'})`;
}

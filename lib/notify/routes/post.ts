import { Agent } from 'undici';
import { type Instant, type Span, seconds } from '../../model/time/time.ts';
import { readRetryAfter } from '../../providers/retry/retry-after.ts';
import type { Delivery } from '../notifier.ts';

/** Time, as far as a route needs it. */
export type RouteClock = { now(): Instant; sleep(span: Span): Promise<void> };

export type PostOrder = {
  /** What the route is called in what is said of it. */
  readonly name: string;
  /** Often a secret by itself: whoever knows it may post. It is in no error. */
  readonly address: () => Promise<string>;
  readonly body: string;
  /** Made anew for each try. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** Whether words of the receiver may be repeated, and which. */
  readonly reasonIn?: (reply: string) => string | undefined;
};

export type Post = (order: PostOrder) => Promise<Delivery>;

const mostTries = 3;
/** A run has others to tell and things to do; who wants to be left alone for longer is asked again in the next. */
const longestWait = seconds(3);
/** All that is of interest in a reply is a word or two. */
const largestReply = 16_384;
/** What may be otherwise in a moment; a refusal of the message itself is not among it. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const refusalOfAll: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Posts JSON over HTTP, trying again at once what may pass. It does not follow redirects: they could lead anywhere. */
export function poster(clock: RouteClock, answerWithin: Span = seconds(5)): Post {
  const agent = new Agent({
    connect: { timeout: seconds(2) },
    headersTimeout: answerWithin,
    bodyTimeout: answerWithin,
    maxResponseSize: largestReply,
  });
  return async (order) => {
    let tried: Tried = { kind: 'passing', because: 'it was not tried', wait: undefined };
    for (let attempt = 1; attempt <= mostTries; attempt += 1) {
      tried = await attemptOnce(agent, clock, order, answerWithin);
      if (tried.kind !== 'passing') break;
      const wait = tried.wait ?? seconds(attempt / 2);
      if (attempt === mostTries || wait > longestWait) break;
      await clock.sleep(wait);
    }
    if (tried.kind === 'delivered') return tried;
    const kind = tried.kind === 'refused' ? 'failed' : 'unavailable';
    return { kind, because: `${order.name}: ${tried.because}` };
  };
}

type Tried =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refused' | 'closed'; readonly because: string }
  | { readonly kind: 'passing'; readonly because: string; readonly wait: Span | undefined };

async function attemptOnce(
  agent: Agent,
  clock: RouteClock,
  { address, body, headers, reasonIn }: PostOrder,
  answerWithin: Span,
): Promise<Tried> {
  const target = await address().catch(() => null);
  if (target === null) return { kind: 'closed', because: 'its address could not be read' };
  const sent = await headers().catch(() => null);
  if (sent === null) return { kind: 'closed', because: 'its secret could not be read' };
  try {
    const { origin, pathname, search } = new URL(target);
    const reply = await agent.request({
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'spendwatch', ...sent },
      body,
      // Runs are minutes apart: a connection that was kept would be found broken.
      reset: true,
      signal: AbortSignal.timeout(answerWithin * 2),
    });
    const text = await reply.body.text().catch(() => '');
    const { statusCode: status } = reply;
    if (status >= 200 && status < 300) return { kind: 'delivered' };
    const reason = reasonIn?.(text);
    const because = `it answered ${status}${reason === undefined ? '' : ` (${reason})`}`;
    if (passing.has(status)) {
      return { kind: 'passing', because, wait: waitIn(reply.headers, clock.now()) };
    }
    return { kind: refusalOfAll.has(status) ? 'closed' : 'refused', because };
  } catch (error) {
    return { kind: 'passing', because: troubleIn(error), wait: undefined };
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function waitIn({ 'retry-after': wait, date }: Headers, now: Instant): Span | undefined {
  if (typeof wait !== 'string') return undefined;
  return readRetryAfter(wait, typeof date === 'string' ? date : undefined, now);
}

/** Names the failure only: the words of the HTTP library may hold the address. */
function troubleIn(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const isLate = /TIMEOUT/i.test(code);
  return `${isLate ? 'no answer in time' : 'it could not be reached'} (${/^\w+$/.test(code) ? code : 'error'})`;
}

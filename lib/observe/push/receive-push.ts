import { gunzipSync } from 'node:zlib';
import { CloudName } from '../../model/cloud-name.ts';
import { longestAlive, type Push, pushEvery } from '../../model/facts/push.ts';
import type { Subject } from '../../model/ids.ts';
import type { HttpReply, ReceivedRequest } from '../../model/received-request.ts';
import { earlier, hours, type Instant, instant, later, minutes, type Span } from '../../model/time/time.ts';
import { type MetricPoint, PushError } from './metric-point.ts';
import { readOtlpJson } from './otlp-json.ts';
import { readOtlpProtobuf } from './otlp-protobuf.ts';
import { mostBytes, type PushAllowance } from './push-allowance.ts';
import { pushedSlots } from './pushed-usage.ts';
import { checkToken } from './token.ts';

/** The maximum age of a figure: an agent buffers figures while it cannot send. */
const oldest: Span = hours(6);
/** The maximum time by which a machine's clock may be ahead. */
const mostAhead: Span = minutes(2);

export type PushPorts = {
  /** The secret that tokens are derived from. */
  readonly secret: string;
  readonly now: () => Instant;
  readonly allowance: PushAllowance;
  /** Stores a push, as the ledger's `push` does. */
  readonly store: (push: Push) => Promise<'stored' | 'too-soon'>;
};

export type PushReply = HttpReply<200 | 400 | 401 | 404 | 405 | 413 | 415 | 429 | 503>;

export type Admission =
  | { readonly kind: 'admitted'; readonly machine: Subject }
  | { readonly kind: 'refused'; readonly reply: PushReply };

/**
 * Decides from the head of a request whether its body is read: only if a token identifies the machine, and the machine has
 * not pushed too much. `size` is the packed size of the body in bytes, or the most that it may have.
 */
export function admitPush(
  { secret, now, allowance }: Pick<PushPorts, 'secret' | 'now' | 'allowance'>,
  { method, path, headers }: Omit<ReceivedRequest, 'body'>,
  size: number,
): Admission {
  const refuse = (...reply: Parameters<typeof refused>): Admission => ({
    kind: 'refused',
    reply: refused(...reply),
  });
  if (path !== '/v1/metrics') return refuse(404, 'metrics are received at /v1/metrics');
  if (method !== 'POST') return refuse(405, 'metrics are received by POST', { allow: 'POST' });
  const [, token = ''] = /^Bearer (\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
  const check = checkToken(secret, token, now());
  if (check.kind === 'rejected') return refuse(401, check.because, { 'www-authenticate': 'Bearer' });
  const { provider, machine } = check.holder;
  if (!CloudName.safeParse(provider).success) return refuse(401, 'the token is for a VM of another cloud');
  if (!allowance.allows(machine, now(), size)) return { kind: 'refused', reply: tooSoon(now(), tooMuch) };
  return { kind: 'admitted', machine };
}

/** Answers OTLP/HTTP's `POST /v1/metrics`. */
export async function receivePush(ports: PushPorts, request: ReceivedRequest): Promise<PushReply> {
  const { headers, body } = request;
  const admission = admitPush(ports, request, body.byteLength);
  if (admission.kind === 'refused') return admission.reply;
  const { machine } = admission;
  const now = ports.now();
  const { allowance } = ports;
  allowance.countPush(machine, now);
  if (body.byteLength > mostBytes) return refused(413, `a push may have at most ${mostBytes} bytes`);
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const decode = readers.get(type.trim());
  if (decode === undefined)
    return refused(415, 'use content-type application/json or application/x-protobuf');
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'gzip' && encoding !== 'identity')
    return refused(415, 'use content-encoding gzip or none');
  try {
    const content = encoding === 'gzip' ? unpacked(body) : body;
    allowance.countBody(machine, now, content?.byteLength ?? mostBytes);
    if (content === null)
      return refused(400, `the body is not gzip, or expands to more than ${mostBytes} bytes`);
    const figures = decode(content);
    const timely = figures.filter(({ at }) => at > earlier(now, oldest) && at <= later(now, mostAhead));
    if (figures.length > 0 && timely.length === 0)
      return refused(400, 'every figure is older than 6 h or in the future: set the clock of the VM');
    const alive = computeAliveEnd(timely, now);
    // It is stored under its end, in whole quarters of an hour, so that a job may repeat it at will.
    if (alive !== null) {
      const end = allowance.endIs(machine, now, alive);
      if (end === 'too-many') return tooSoon(now, tooMuch);
      if (end === 'new') await ports.store({ machine, at: alive, aliveFrom: now, gpus: [], slots: [] });
      if (end === 'new') allowance.countEnd(machine, now, alive);
    }
    const pushed = pushedSlots(timely.filter(({ metric }) => metric !== 'spendwatch.alive'));
    if (pushed.slots.length > 0 && (await ports.store({ machine, at: now, ...pushed })) === 'too-soon')
      return tooSoon(now, 'a VM may push once every 15 minutes: send batches that cover 15 minutes');
  } catch (error) {
    if (error instanceof PushError) return refused(400, error.message);
    throw error;
  }
  return { status: 200, headers: { 'content-type': type }, body: type === json ? '{}' : '' };
}

/** Returns the time until which a job reports its machine as in use, at most a day ahead; `null` for a past time. */
function computeAliveEnd(points: readonly MetricPoint[], now: Instant): Instant | null {
  const ends = points.flatMap(({ metric, at, value }) =>
    metric === 'spendwatch.alive' && value !== null ? [at + value * 1_000] : [],
  );
  const end = Math.min(Math.max(0, ...ends), later(now, longestAlive));
  return end <= now ? null : instant(Math.ceil(end / pushEvery) * pushEvery);
}

const json = 'application/json';
const readers: ReadonlyMap<string, typeof readOtlpJson> = new Map([
  [json, readOtlpJson],
  ['application/x-protobuf', readOtlpProtobuf],
]);

/** Unpacks a body; `null` if it is not gzip, or expands to more bytes than a body may have. */
function unpacked(body: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(body, { maxOutputLength: mostBytes });
  } catch {
    return null;
  }
}

/** Returns the reply to a push while the secret of tokens cannot be read: the sender keeps it and tries again. */
export const unreadableSecret = (): PushReply =>
  refused(503, 'the secret for tokens cannot be read at the moment', { 'retry-after': '300' });

const tooMuch = 'this VM has pushed too much or too often in this quarter of an hour';

/** Builds the reply to a push that may come again in the next quarter of an hour. */
const tooSoon = (now: Instant, because: string): PushReply =>
  refused(429, because, { 'retry-after': String(Math.ceil((pushEvery - (now % pushEvery)) / 1_000)) });

/** Builds the reply to a refused push. Its reason reveals nothing about other machines. */
const refused = (
  status: Exclude<PushReply['status'], 200>,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): PushReply => ({
  status,
  headers: { 'content-type': json, ...headers },
  body: JSON.stringify({ message }),
});

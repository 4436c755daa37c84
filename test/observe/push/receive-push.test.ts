import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Push } from '../../../lib/model/facts/push.ts';
import { Subject } from '../../../lib/model/ids.ts';
import type { ReceivedRequest } from '../../../lib/model/received-request.ts';
import { days, earlier, hours, type Instant, instant, later, minutes } from '../../../lib/model/time/time.ts';
import { pushAllowance } from '../../../lib/observe/push/push-allowance.ts';
import { receivePush } from '../../../lib/observe/push/receive-push.ts';
import { mintToken } from '../../../lib/observe/push/token.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';

const now = instant(Date.UTC(2026, 2, 10, 12, 10));
const secret = 'a secret of some length, at least 32';
const machine = Subject.parse('project/ml-infra/vm/train-7b');
const token = mintToken(secret, { provider: 'compute', machine, expires: later(now, days(30)) });

const bodyAt = (at: Instant, use = 0): Uint8Array => bodyOf(['GPU-1'], use, 'hw.gpu.utilization', at);
const bodyOf = (gpus: readonly string[], value = 0, name = 'hw.gpu.utilization', at = now): Uint8Array => {
  const dataPoints = gpus.map((id) => ({
    timeUnixNano: `${at}000000`,
    asDouble: value,
    attributes: [{ key: 'hw.id', value: { stringValue: id } }],
  }));
  const metrics = [{ name, gauge: { dataPoints } }];
  return Buffer.from(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }));
};

function receiver() {
  const ledger = memoryLedger();
  const time = { now };
  const allowance = pushAllowance();
  const puts: Push[] = [];
  const store = (made: Push) => {
    puts.push(made);
    return ledger.push(made);
  };
  const push = (request: Partial<ReceivedRequest> = {}) =>
    receivePush(
      { secret, now: () => time.now, allowance, store },
      {
        method: 'POST',
        path: '/v1/metrics',
        body: bodyAt(earlier(now, minutes(2))),
        ...request,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...request.headers },
      },
    );
  const stored = () => ledger.pushes(earlier(now, days(1)), later(now, days(1)));
  return { push, puts, stored, time };
}

describe('a push', () => {
  it('is stored under the machine of its token', async () => {
    const { push, stored } = receiver();
    expect(await push()).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await stored()).toMatchObject([
      { machine, at: now, gpus: ['GPU-1'], slots: [{ at: now, uses: [0], minutes: [0b00100] }] },
    ]);
  });

  it('may be packed by gzip, as the Collector sends it', async () => {
    const { push, stored } = receiver();
    const body = gzipSync(bodyAt(now, 0.5));
    expect(await push({ body, headers: { 'content-encoding': 'gzip' } })).toMatchObject({ status: 200 });
    expect(await stored()).toMatchObject([{ slots: [{ uses: [50] }] }]);
  });

  it('changes nothing when it is replayed, and a different one that follows is too soon', async () => {
    const { push, stored, time } = receiver();
    await push();
    expect((await push()).status).toBe(200);
    const other = await push({ body: bodyAt(now, 1) });
    expect(other).toMatchObject({ status: 429, headers: { 'retry-after': '300' } });
    time.now = later(now, minutes(5));
    expect((await push({ body: bodyAt(now, 1) })).status).toBe(200);
    expect(await stored()).toHaveLength(2);
  });

  it('is not stored where it holds no metric that is read', async () => {
    const { push, stored } = receiver();
    expect((await push({ body: Buffer.from('{}') })).status).toBe(200);
    expect(await stored()).toEqual([]);
  });

  it('leaves out figures that are too old or of the future', async () => {
    const { push, stored } = receiver();
    for (const at of [earlier(now, hours(6)), later(now, minutes(3))])
      expect(await push({ body: bodyAt(at) })).toMatchObject({
        status: 400,
        body: expect.stringContaining('set the clock'),
      });
    expect(await stored()).toEqual([]);
  });

  it('leaves out figures beyond any that a machine can have', async () => {
    const { push, stored } = receiver();
    for (const metric of ['hw.gpu.memory.usage', 'spendwatch.sessions'])
      expect((await push({ body: bodyOf(['GPU-1', 'GPU-2'], 1e308, metric) })).status).toBe(200);
    const [{ slots = [] } = {}] = await stored();
    expect(slots).toEqual([{ at: now, uses: [], minutes: [], doubt: 'no-value' }]);
  });

  it('may hold figures of 32 GPUs beside those of the whole machine', async () => {
    const { push } = receiver();
    const gpus = Array.from({ length: 32 }, (_, id) => `GPU-${id}`);
    expect((await push({ body: bodyOf(['', ...gpus]) })).status).toBe(200);
  });

  const forged = mintToken('another secret of some length!!!', {
    provider: 'compute',
    machine,
    expires: later(now, days(1)),
  });
  const elsewhere = mintToken(secret, { provider: 'other', machine, expires: later(now, days(1)) });
  it.each([
    ['no token', { headers: { authorization: undefined } }, 401],
    ['a forged token', { headers: { authorization: `Bearer ${forged}` } }, 401],
    ['a token of another provider', { headers: { authorization: `Bearer ${elsewhere}` } }, 401],
    ['another form of authorization', { headers: { authorization: `Basic ${token}` } }, 401],
    ['another method', { method: 'GET' }, 405],
    ['another path', { path: '/v1/traces' }, 404],
    ['another type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['another encoding', { headers: { 'content-encoding': 'br' } }, 415],
    ['a body that is too long', { body: new Uint8Array(4_000_001) }, 413],
    [
      'more GPUs than a machine has',
      { body: bodyOf(Array.from({ length: 33 }, (_, id) => `GPU-${id}`)) },
      400,
    ],
    ['a body that is no JSON', { body: Buffer.from('{') }, 400],
    ['a body that is no gzip', { headers: { 'content-encoding': 'gzip' } }, 400],
    [
      'a body that unpacks to 100 MB',
      { body: gzipSync(Buffer.alloc(100_000_000)), headers: { 'content-encoding': 'gzip' } },
      400,
    ],
    ['a body that is no protobuf', { headers: { 'content-type': 'application/x-protobuf' } }, 400],
  ] as const)('with %s is refused and not stored', async (_, request, status) => {
    const { push, stored } = receiver();
    const reply = await push(request);
    expect(reply.status).toBe(status);
    expect(reply.body).not.toContain(machine);
    expect(await stored()).toEqual([]);
  });
});

describe('pushes of one machine, whatever they hold,', () => {
  const gzip = { 'content-encoding': 'gzip' };
  const empty = gzipSync(Buffer.alloc(3_999_999, ' '));
  const alive = (seconds: number, at = now) => ({
    body: bodyOf([''], seconds, 'spendwatch.alive', at),
  });

  it.each([
    ['hold nothing', { headers: gzip, body: empty }, 400],
    ['unpack to too much', { headers: gzip, body: gzipSync(Buffer.alloc(4_000_001)) }, 400],
    ['are no gzip', { headers: gzip, body: Buffer.alloc(4_000_000) }, 400],
  ] as const)(
    'are no longer read after 8 MB in a quarter of an hour: those that %s',
    async (_, sent, first) => {
      const { push, time } = receiver();
      for (const status of [first, first, 429, 429]) expect((await push(sent)).status).toBe(status);
      expect((await push({ body: Buffer.alloc(2_001, 'x') })).body).toContain('too much or too often');
      // A machine can still say that it is in use.
      expect((await push(alive(7_200))).status).toBe(200);
      time.now = later(now, minutes(5));
      expect((await push(sent)).status).toBe(first);
    },
  );

  it('are no longer read after some thousand small ones', async () => {
    const { push } = receiver();
    const replies: number[] = [];
    for (let count = 0; count < 5_000; count += 1)
      replies.push((await push({ body: Buffer.from('{') })).status);
    expect(replies.indexOf(429)).toBe(Math.ceil(9_000_000 / 2_001));
    expect(replies.at(-1)).toBe(429);
  });

  it('do not reduce what other machines may push', async () => {
    const { push } = receiver();
    for (const status of [400, 400, 429])
      expect((await push({ headers: gzip, body: empty })).status).toBe(status);
    const other = mintToken(secret, {
      provider: 'compute',
      machine: Subject.parse('project/ml-infra/vm/other'),
      expires: later(now, days(1)),
    });
    const reply = await push({ headers: { ...gzip, authorization: `Bearer ${other}` }, body: empty });
    expect(reply.status).toBe(400);
  });

  it('store a declared end of use only where it is later than those before, and at most twelve in a quarter of an hour', async () => {
    const { push, puts, time } = receiver();
    const say = async (hour: number) => (await push(alive(hour * 3_600, time.now))).status;
    for (const hour of [1, 1, 3, 2, 1]) expect(await say(hour)).toBe(200);
    expect(puts).toHaveLength(2);
    for (let hour = 4; hour < 14; hour += 1) expect(await say(hour)).toBe(200);
    expect(puts).toHaveLength(12);
    expect(await push(alive(14 * 3_600))).toMatchObject({ status: 429, headers: { 'retry-after': '300' } });
    expect(await say(13)).toBe(200);
    expect(puts).toHaveLength(12);
    time.now = later(now, minutes(5));
    expect(await say(14)).toBe(200);
    expect(puts).toHaveLength(13);
  });

  it('store a declared end of use at the next push where it could not be stored', async () => {
    const ledger = memoryLedger();
    let isDown = true;
    const ports = {
      secret,
      provider: 'compute',
      now: () => now,
      allowance: pushAllowance(),
      store: (made: Push) => (isDown ? Promise.reject(new Error('throttled')) : ledger.push(made)),
    };
    const request = {
      method: 'POST',
      path: '/v1/metrics',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...alive(60),
    };
    await expect(receivePush(ports, request)).rejects.toThrow('throttled');
    isDown = false;
    expect((await receivePush(ports, request)).status).toBe(200);
    expect(await ledger.pushes(earlier(now, days(1)), later(now, days(1)))).toHaveLength(1);
  });
});

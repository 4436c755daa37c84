import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Subject } from '../../../lib/model/ids.ts';
import type { ReceivedRequest } from '../../../lib/model/received-request.ts';
import { days, earlier, hours, type Instant, instant, later, minutes } from '../../../lib/model/time/time.ts';
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
  const push = (request: Partial<ReceivedRequest> = {}) =>
    receivePush(
      { secret, provider: 'compute', now: () => time.now, store: (made) => ledger.push(made) },
      {
        method: 'POST',
        path: '/v1/metrics',
        body: bodyAt(earlier(now, minutes(2))),
        ...request,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...request.headers },
      },
    );
  const stored = () => ledger.pushes(earlier(now, days(1)), later(now, days(1)));
  return { push, stored, time };
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

  it('is harmless when it is replayed, and too soon when another one follows', async () => {
    const { push, stored, time } = receiver();
    await push();
    expect((await push()).status).toBe(200);
    const other = await push({ body: bodyAt(now, 1) });
    expect(other).toMatchObject({ status: 429, headers: { 'retry-after': '300' } });
    time.now = later(now, minutes(5));
    expect((await push({ body: bodyAt(now, 1) })).status).toBe(200);
    expect(await stored()).toHaveLength(2);
  });

  it('writes nothing where it holds nothing that is read', async () => {
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
    expect(await stored()).toEqual([]);
  });

  it('takes figures of 32 GPUs beside those of the whole machine', async () => {
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
  ] as const)('with %s is refused, and nothing is stored', async (_, request, status) => {
    const { push, stored } = receiver();
    const reply = await push(request);
    expect(reply.status).toBe(status);
    expect(reply.body).not.toContain(machine);
    expect(await stored()).toEqual([]);
  });
});

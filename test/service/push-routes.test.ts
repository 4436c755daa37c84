import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Subject } from '../../lib/model/ids.ts';
import { days, earlier, instant, later, minutes } from '../../lib/model/time/time.ts';
import { mintToken } from '../../lib/observe/push/token.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import { servePush } from '../../lib/service/push-routes.ts';
import { selfSigned } from '../support/certificate.ts';

const secret = 'a-secret-of-more-than-32-characters';
const given = { kind: 'given', reveal: () => secret } as const;
const machine = Subject.parse('project/lab/vm/train');
/** The agent sends its own time. */
const now = instant(Date.now());
const token = mintToken(secret, { provider: 'compute', machine, expires: later(now, days(1)) });
const here = { host: '127.0.0.1', port: 0 };

describe('the address that machines push to', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spendwatch-test-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const receiver = (ledger = memoryLedger()) => ({
    clock: { now: () => now },
    ledger,
    keyReaders: {},
    push: { secret: given, tls: null },
    onFailure: () => {},
  });

  it('stores what the agent sends to it', async () => {
    const ledger = memoryLedger();
    const { url, close } = await servePush(receiver(ledger), here);
    await writeFile(join(folder, 'nvidia-smi'), '#!/bin/sh\necho "GPU-1, 42, 1024"\n', { mode: 0o755 });
    await promisify(execFile)('sh', ['lib/observe/push/agent.sh'], {
      env: {
        PATH: `${folder}:${process.env['PATH']}`,
        SPENDWATCH_PUSH_URL: url,
        SPENDWATCH_TOKEN: token,
        SPENDWATCH_SPOOL: join(folder, 'spool'),
        SPENDWATCH_SAMPLES: '1',
        SPENDWATCH_SAMPLE_SECONDS: '0',
        SPENDWATCH_BATCH: '1',
      },
    });
    await close();
    expect(await ledger.pushes(earlier(now, minutes(1)), later(now, minutes(1)))).toMatchObject([
      { machine, gpus: ['GPU-1'], slots: [{ uses: [42], memory: 1 }] },
    ]);
  });

  it('reads nothing of a body that comes without a token', async () => {
    const { url, close } = await servePush(receiver(), here);
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${url}/v1/metrics`, { method: 'POST' }, (reply) => resolve(reply.statusCode));
      sent.on('error', reject);
      // The end of the body never comes.
      sent.write('{');
    });
    await close();
    expect(status).toBe(401);
  }, 5_000);

  it('answers malformed requests, and keeps serving', async () => {
    const { url, close } = await servePush(receiver(), here);
    const authorized = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const post = async (headers: Readonly<Record<string, string>>, body: string) =>
      (await fetch(`${url}/v1/metrics`, { method: 'POST', headers, body })).status;
    expect(await post({}, '{}')).toBe(401);
    expect(await post(authorized, 'x'.repeat(10_000_000))).toBe(413);
    expect(await post(authorized, '{')).toBe(400);
    expect((await fetch(url)).status).toBe(404);
    const flood = await Promise.all(
      Array.from({ length: 200 }, () => post({ authorization: 'Bearer x' }, '')),
    );
    expect(new Set(flood)).toEqual(new Set([401]));
    expect(await post(authorized, '{}')).toBe(200);
    await close();
  });

  it('is https with a certificate', async () => {
    const certificate = selfSigned('localhost');
    const tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    await writeFile(tls.cert, certificate.cert);
    await writeFile(tls.key, certificate.key);
    const { url, close } = await servePush({ ...receiver(), push: { secret: given, tls } }, here);
    const named = url.replace('127.0.0.1', 'localhost');
    const status = await new Promise((resolve, reject) => {
      get(`${named}/v1/metrics`, { ca: certificate.cert }, (reply) => resolve(reply.statusCode)).on(
        'error',
        reject,
      );
    });
    await close();
    expect(named).toMatch(/^https:/);
    expect(status).toBe(405);
  });

  it.each([
    ['there is no secret', { ...receiver(), push: null }, here, 'needs SPENDWATCH_PUSH_SECRET'],
    [
      'other machines can reach it without TLS',
      receiver(),
      { host: '0.0.0.0', port: 0 },
      'needs SPENDWATCH_PUSH_CERT_FILE',
    ],
    [
      'its certificate cannot be read',
      { ...receiver(), push: { secret: given, tls: { cert: '/none', key: '/none' } } },
      here,
      'cannot read /none',
    ],
  ])('is refused where %s', async (_, from, address, because) => {
    await expect(servePush(from, address)).rejects.toThrow(because);
  });
});

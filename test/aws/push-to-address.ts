import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import { Subject } from '../../lib/model/ids.ts';
import { earlier, hours, later } from '../../lib/model/time/time.ts';
import { mintToken } from '../../lib/observe/push/token.ts';
import type { RunningStack } from './deployed-stack.ts';
import { serveFunctionUrl } from './function-url.ts';
import { ledgerOf } from './ledger-of.ts';
import type { Moto } from './moto.ts';

type Pushing = {
  readonly moto: Moto;
  readonly stack: RunningStack;
  readonly pushSecret: string;
};

/** Pushes to the function that a deployment has for it, with and without a token. */
export async function pushToAddress({ moto, stack, pushSecret }: Pushing): Promise<void> {
  const ledger = ledgerOf(moto, stack);
  const address = await serveFunctionUrl(moto, stack, 'Push');
  const now = systemClock.now();
  const machine = Subject.parse('project/ml-infra/vm/train-7b');
  const tokenBy = (secret: string) =>
    mintToken(secret, { provider: 'compute', machine, expires: later(now, hours(1)) });
  const attributes = [{ key: 'hw.id', value: { stringValue: 'GPU-1' } }];
  const dataPoints = [{ timeUnixNano: `${now}000000`, asDouble: 0.03, attributes }];
  const metrics = [{ name: 'hw.gpu.utilization', gauge: { dataPoints } }];
  const body = JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
  const push = async (secret: string, sent: string | Uint8Array, more: object = {}) => {
    const headers = {
      authorization: `Bearer ${tokenBy(secret)}`,
      'content-type': 'application/json',
      ...more,
    };
    const reply = await fetch(`${address.url}/v1/metrics`, { method: 'POST', headers, body: sent });
    return [reply.status, await reply.text()];
  };
  const pushed = () => ledger.pushes(earlier(now, hours(1)), later(now, hours(1)));
  try {
    const refused = [401, expect.stringContaining('not issued by this spendwatch')];
    expect(await push(pushSecret.toUpperCase(), body)).toEqual(refused);
    expect(await push(pushSecret, new Uint8Array(6 * 2 ** 20 + 1))).toEqual([413, expect.anything()]);
    expect(await pushed()).toEqual([]);
    expect(await push(pushSecret, gzipSync(body), { 'content-encoding': 'gzip' })).toEqual([200, '{}']);
    expect(await push(pushSecret, body)).toEqual([200, '{}']);
    // Both came in one quarter of an hour, unless the test began at the end of one.
    const stored = (await pushed()).map(({ at: _, ...sent }) => JSON.stringify(sent));
    expect([...new Set(stored)].map((sent) => JSON.parse(sent))).toMatchObject([
      { machine, gpus: ['GPU-1'], slots: [{ uses: [3] }] },
    ]);
  } finally {
    address.close();
  }
}

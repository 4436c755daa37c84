import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { linksOf } from '../../jobs/answer-links/a-link.ts';
import { abandon, type OpenBody, openBody } from './open-body.ts';
import { pushHeaders } from './served-doors.ts';

it('2,000 senders whose bodies never end make the process that receives them grow by at most 64 MB', async () => {
  const child = fork(new URL('process.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const [{ push, answers }] = await once(child, 'message');
  const memory = async (): Promise<number> => {
    const told = once(child, 'message');
    child.send('memory');
    const [{ memory }] = await told;
    return memory;
  };
  const { keep = '' } = linksOf(undefined, { address: answers });
  const waves: readonly ((n: number) => OpenBody)[] = [
    (n) => openBody(`${push}/v1/metrics`, pushHeaders('train'), { bytes: 1_000_000 + n }),
    (n) => openBody(`${push}/v1/metrics`, pushHeaders(`vm-${n}`), { declared: null }),
    () => openBody(`${answers}/answer/slack`, {}, { declared: 250_000 }),
    () => openBody(keep, { 'content-type': 'application/x-www-form-urlencoded' }, { declared: 250_000 }),
  ];
  const before = await memory();
  let highest = before;
  for (const wave of waves) {
    const bodies = Array.from({ length: 500 }, (_, n) => wave(n));
    for (let look = 0; look < 20; look += 1) {
      highest = Math.max(highest, await memory());
      await wait(50);
    }
    abandon(bodies);
  }
  child.kill();
  console.info(`grew by ${((highest - before) / 1e6).toFixed(1)} MB`);
  expect((highest - before) / 1e6).toBeLessThanOrEqual(64);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { markedKey } from '../../support/api-key.ts';
import { at } from '../../support/at.ts';
import { ran } from '../../support/commands/a-process.ts';
import { portOf } from '../../support/served.ts';

it('a run that is stopped waits only a limited time for a cloud that never answers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-run-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'policy.yaml'), 'version: 1\nrules: [{ name: polling, freshness: 15m }]\n');
  const ending = new AbortController();
  const deaf = createServer(() => ending.abort());
  const port = await portOf(deaf);
  const events: string[] = [];
  const { code } = await ran({
    arguments: ['run', '--data', join(folder, 'ledger')],
    environment: {
      SPENDWATCH_CLOUD_URL: `http://127.0.0.1:${port}`,
      SPENDWATCH_API_KEY: markedKey('run'),
      SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
    },
    clock: virtualClock(at('2026-03-20T12:34:56')),
    signal: ending.signal,
    onLine: (line) => events.push(z.object({ event: z.string() }).parse(JSON.parse(line)).event),
  });
  deaf.closeAllConnections();
  deaf.close();
  expect(code).toBe(0);
  expect(events).toEqual(['watching', 'one-key', 'ending', 'ended']);
});

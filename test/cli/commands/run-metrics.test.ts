import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import type { RunningSimulator } from '../../../lib/simulators/http/listen.ts';
import { markedKey } from '../../support/api-key.ts';
import { at } from '../../support/at.ts';
import { ran } from '../../support/commands/a-process.ts';
import { parseOpenMetrics } from '../../support/open-metrics.ts';

const key = markedKey('metrics');
const Line = z.looseObject({ event: z.string(), url: z.string().optional() });
const clock = virtualClock(at('2026-03-01T12:34:56'));

let folder: string;
let simulator: RunningSimulator;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-metrics-'));
  await writeFile(join(folder, 'policy.yaml'), 'version: 1\nrules: [{ name: b, budget: 1 USD a month }]\n');
  const before = '2026-03-01T09:00:00Z';
  const events = [
    happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
    happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
    newVm(before, 'lab', 'vm-1', { priceHr: '10' }),
  ];
  simulator = await serveSimulator({
    world: createWorld({ seed: 1, clock, events }),
    keys: [{ key, role: 'editor' }],
  });
});
afterEach(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

const started = (options: readonly string[]) => ({
  arguments: ['run', '--data', join(folder, 'ledger'), ...options],
  environment: {
    SPENDWATCH_CLOUD_URL: simulator.url,
    SPENDWATCH_API_KEY: key,
    SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
  },
  clock,
});

describe('a run with metrics', () => {
  it('serves what it knows of after a pass, on this machine alone, and no key', async () => {
    const ending = new AbortController();
    let url = '';
    let asked: Promise<readonly [string, number]> | undefined;
    const ask = async () => {
      const text = await (await fetch(url)).text();
      const { status } = await fetch(new URL('/healthz', url));
      ending.abort();
      return [text, status] as const;
    };
    const { code } = await ran({
      ...started(['--metrics', '0']),
      signal: ending.signal,
      onLine: (text) => {
        const line = Line.parse(JSON.parse(text));
        if (line.event === 'metrics') url = line.url ?? '';
        if (line.event === 'pass') asked ??= ask();
      },
    });
    const [text, status] = (await asked) ?? expect.fail('no pass was made');
    expect({ code, status, host: new URL(url).hostname }).toEqual({
      code: 0,
      status: 200,
      host: '127.0.0.1',
    });
    const samples = parseOpenMetrics(text).get('spendwatch_burn_rate_dollars_per_hour')?.samples;
    expect(samples).toEqual([{ labels: { project: 'lab' }, value: 10 }]);
    expect(text).not.toContain(key);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('does not begin where the address is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, stderr } = await ran(started(['--metrics', `127.0.0.1:${port}`]));
    await new Promise((resolve) => other.close(resolve));
    expect(code).toBe(2);
    expect(stderr).toMatch(/--metrics names an address that cannot be used: 127\.0\.0\.1:\d+ \(.*EADDRINUSE/);
  });

  it('does not begin with an address that is none', async () => {
    const { code, stderr } = await ran(started(['--metrics', 'here']));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('must be a port') });
  });
});

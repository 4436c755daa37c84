import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ran } from '../../support/commands/a-process.ts';
import { aWorkplace } from '../../support/commands/a-workplace.ts';
import { parseOpenMetrics } from '../../support/open-metrics.ts';
import { portOf } from '../../support/served.ts';

const Line = z.looseObject({ event: z.string(), url: z.string().optional() });
const policy = 'version: 1\nrules: [{ name: b, budget: 1 USD a month }]\n';

async function started(options: readonly string[]) {
  const { data, environment, clock, key } = await aWorkplace({ policy });
  return { arguments: ['run', '--data', data, ...options], environment: environment(), clock, key };
}

describe('a run with metrics', () => {
  it('serves metrics after a pass, on this machine only and without a key', async () => {
    const ending = new AbortController();
    let url = '';
    let asked: Promise<readonly [string, number]> | undefined;
    const ask = async () => {
      const text = await (await fetch(url)).text();
      const { status } = await fetch(new URL('/healthz', url));
      ending.abort();
      return [text, status] as const;
    };
    const { key, ...run } = await started(['--metrics', '0']);
    const { code } = await ran({
      ...run,
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

  it('does not start where the address is taken', async () => {
    const other = createServer();
    const port = await portOf(other);
    const { code, stderr } = await ran(await started(['--metrics', `127.0.0.1:${port}`]));
    await new Promise((resolve) => other.close(resolve));
    expect(code).toBe(2);
    expect(stderr).toMatch(/--metrics names an address that cannot be used: 127\.0\.0\.1:\d+ \(.*EADDRINUSE/);
  });

  it('does not start with an invalid address', async () => {
    const { code, stderr } = await ran(await started(['--metrics', 'here']));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('must be a port') });
  });
});

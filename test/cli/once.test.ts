import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../lib/cli/main.ts';
import type { Fault } from '../../lib/local/simulator/http/faults.ts';
import { happens, newVm } from '../../lib/local/simulator/scenario.ts';
import { type RunningSimulator, serveSimulator } from '../../lib/local/simulator/serve.ts';
import { createWorld } from '../../lib/local/simulator/world/world.ts';
import { type VirtualClock, virtualClock } from '../../lib/local/virtual-clock.ts';
import { instant } from '../../lib/model/time.ts';

const policy = 'version: 1\nrules: [{ name: small budget, budget: 1 USD a month }]\n';
const key = 'a-viewer-key-1234567890';

let folder: string;
let clock: VirtualClock;
let simulator: RunningSimulator;

/** Two projects with a VM of ten dollars an hour each, on the 20th of a month. */
function serve(faults: readonly Fault[] = []): Promise<RunningSimulator> {
  const before = '2026-02-01T09:00:00Z';
  const project = (id: string) => [
    happens(before, { kind: 'create-project', id, account: 'main' }),
    newVm(before, id, 'vm-1', { priceHr: '10' }),
  ];
  const events = [
    happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
    ...project('dark'),
    ...project('lab'),
  ];
  const world = createWorld({ seed: 1, clock, events });
  return serveSimulator({ world, keys: [{ key, role: 'editor' }], faults });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-once-'));
  await writeFile(join(folder, 'policy.yaml'), policy);
  clock = virtualClock(instant(Date.parse('2026-03-20T12:34:56Z')));
  simulator = await serve();
});

afterEach(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

async function once(environment: Readonly<Record<string, string>>) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main({
    arguments: ['once', '--data', join(folder, 'ledger')],
    environment: {
      SPENDWATCH_CLOUD_URL: simulator.url,
      SPENDWATCH_API_KEY: key,
      SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
      ...environment,
    },
    clock,
    stdout,
    stderr,
    signal: new AbortController().signal,
  });
  const text = (stream: PassThrough): string => String(stream.read() ?? '');
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

describe('one pass', () => {
  it('tells a budget that is crossed and exits with 1, and is quiet the next time', async () => {
    const first = await once({});
    expect(first).toMatchObject({ code: 1, stderr: '' });
    expect(first.stdout).toContain('Project lab has reached 100% of the budget "small budget".');
    expect(await once({})).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('says in one sentence that a key is wrong, and exits with 2', async () => {
    const { code, stdout, stderr } = await once({ SPENDWATCH_API_KEY: 'a-wrong-key-1234567890' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/key/);
    expect(stderr).not.toContain('a-wrong-key-1234567890');
  });

  it('says that the cloud cannot be reached and exits with 3', async () => {
    await simulator.close();
    const { code, stderr } = await once({});
    expect(code).toBe(3);
    expect(stderr).toMatch(/could not be reached \(connect ECONNREFUSED/);
    simulator = await serve();
  }, 30_000);

  it('goes on where one project cannot be seen, names it and exits with 3', async () => {
    await simulator.close();
    simulator = await serve([{ kind: 'truncated', probability: 1, project: 'dark' }]);
    const { code, stdout, stderr } = await once({});
    expect(code).toBe(3);
    expect(stderr).toMatch(/^project\/dark: listVms/m);
    expect(stdout).toContain('Project lab has reached 100% of the budget "small budget".');
  });

  it('names every mistake of a policy with its place and exits with 2', async () => {
    await writeFile(
      join(folder, 'policy.yaml'),
      'version: 2\nrules: [{ name: x, budgets: 5 USD a month }]\n',
    );
    const { code, stderr } = await once({});
    expect(code).toBe(2);
    expect(stderr).toMatch(/1:\d+ version/);
    expect(stderr).toMatch(/2:\d+ rules\[0\]/);
  });

  it('names every setting that is missing and exits with 2', async () => {
    const { code, stderr } = await once({ SPENDWATCH_CLOUD_URL: '', SPENDWATCH_API_KEY: '' });
    expect(code).toBe(2);
    expect(stderr).toContain('SPENDWATCH_CLOUD_URL');
    expect(stderr).toContain('SPENDWATCH_KEY_PARAMETER');
  });

  it('names a policy file that is not there and exits with 2', async () => {
    const { code, stderr } = await once({ SPENDWATCH_POLICY: join(folder, 'none.yaml') });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('none.yaml') });
  });
});

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../lib/jobs/ports.ts';
import { hours, instant, minutes } from '../../../lib/model/time/time.ts';
import { holdDirectory } from '../../../lib/service/ledger/hold-directory.ts';
import { readLedger } from '../../../lib/service/ledger/open-ledger.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { type ServeOptions, serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { type VirtualClock, virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import type { Fault } from '../../../lib/simulators/http/faults.ts';
import type { RunningSimulator } from '../../../lib/simulators/http/listen.ts';
import { markedKey } from '../../support/api-key.ts';
import { runCommand } from '../../support/commands/run-command.ts';
import { isWhole } from '../../support/tier.ts';

const policy = 'version: 1\nrules: [{ name: small budget, budget: 1 USD a month }]\n';
const key = markedKey('once');

let folder: string;
let clock: VirtualClock;
let simulator: RunningSimulator;

/** Two projects with a VM of ten dollars an hour each, on the first of a month. */
function serve(
  faults: readonly Fault[] = [],
  without: ServeOptions['without'] = [],
): Promise<RunningSimulator> {
  const before = '2026-03-01T09:00:00Z';
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
  return serveSimulator({ world, keys: [{ key, role: 'editor' }], faults, without });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-once-'));
  await writeFile(join(folder, 'policy.yaml'), policy);
  clock = virtualClock(instant(Date.parse('2026-03-01T12:34:56Z')));
  simulator = await serve();
});

afterEach(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

async function once(
  environment: Readonly<Record<string, string>>,
  options: readonly string[] = [],
  time: Clock = clock,
) {
  return runCommand({
    arguments: ['once', '--data', join(folder, 'ledger'), ...options],
    environment: {
      SPENDWATCH_CLOUD_URL: simulator.url,
      SPENDWATCH_API_KEY: key,
      SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
      ...environment,
    },
    clock: time,
  });
}

describe('one pass', () => {
  it('tells a budget that is crossed and exits with 1, and is quiet the next time', async () => {
    const first = await once({});
    expect(first).toMatchObject({ code: 1, stderr: '' });
    expect(first.stdout).toContain('Project lab has reached 100% of the budget "small budget".');
    clock.advance(minutes(5));
    expect(await once({})).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('goes by no half of a policy that is being saved, but by all of it', async () => {
    const whole = `${policy}business-hours: Mon-Fri 08:00-19:00\n`;
    const file = join(folder, 'policy.yaml');
    await writeFile(file, whole);
    await once({});
    await writeFile(file, policy);
    clock.advance(minutes(5));
    const saving = { ...clock, sleep: async () => writeFile(file, whole) };
    expect(await once({}, [], saving)).toMatchObject({ code: 0, stderr: '' });
    const recorded = () =>
      readLedger({ kind: 'folder', data: join(folder, 'ledger'), table: 'spendwatch' }, (ledger) =>
        ledger.control(),
      );
    expect((await recorded()).policy?.text).toBe(whole);
    await writeFile(file, policy);
    clock.advance(minutes(5));
    await once({});
    expect((await recorded()).policy?.text).toBe(policy);
  });

  it('says in one sentence that a key is wrong, and exits with 2', async () => {
    const { code, stdout, stderr } = await once({ SPENDWATCH_API_KEY: markedKey('wrong') });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([expect.anything()]);
    expect(stderr).toMatch(/key/);
    expect(stderr).not.toContain(markedKey('wrong'));
  });

  it.runIf(isWhole())(
    'goes on by the last good policy where the file has a mistake, tells every route and exits with 2',
    async () => {
      await once({});
      await writeFile(join(folder, 'policy.yaml'), 'version: 2\n');
      clock.advance(minutes(5));
      const { code, stdout, stderr } = await once({});
      expect(code).toBe(2);
      expect(stderr).toMatch(/policy\.yaml:1:.*; the last good policy is in force instead\n$/);
      expect(stdout).toContain('The policy file is not in force');
      await writeFile(join(folder, 'policy.yaml'), policy);
      clock.advance(minutes(5));
      expect((await once({})).stdout).toContain('The policy file is in force again');
    },
  );

  it('says that the cloud cannot be reached and exits with 3', async () => {
    await simulator.close();
    const { code, stderr } = await once({});
    expect(code).toBe(3);
    expect(stderr).toMatch(/could not be reached \(connect ECONNREFUSED/);
    simulator = await serve();
  });

  it('goes on where one project cannot be seen, names it and exits with 3', async () => {
    await simulator.close();
    simulator = await serve([{ kind: 'truncated', probability: 1, project: 'dark' }]);
    const { code, stdout, stderr } = await once({});
    expect(code).toBe(3);
    expect(stderr).toMatch(/^project\/dark: listVms/m);
    expect(stdout).toContain('Project lab has reached 100% of the budget "small budget".');
  });

  it.runIf(isWhole())('says once what the platform does not offer, and is not blind for it', async () => {
    await writeFile(join(folder, 'policy.yaml'), policy.replace('1 USD', '100000 USD'));
    await simulator.close();
    simulator = await serve([], ['listClusters', 'listMachines']);
    const first = await once({});
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(first.stderr.trim().split('\n').toSorted()).toEqual([
      expect.stringMatching(/^the platform does not support clusters; impact: the cost of clusters is only/),
      'the platform does not support machines directly; fallback: the resource search',
    ]);
    clock.advance(minutes(5));
    expect(await once({})).toEqual({ code: 0, stdout: '', stderr: '' });
    clock.advance(hours(30));
    expect(await once({})).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('gives what was said and seen as one document when asked to', async () => {
    await simulator.close();
    simulator = await serve([{ kind: 'truncated', probability: 1, project: 'dark' }], ['listClusters']);
    const { code, stdout, stderr } = await once({}, ['--json']);
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'blind',
      exitCode: 3,
      watch: { turned: 3, failed: 0, cloud: 'answered' },
      messages: [{ severity: 'critical', subject: expect.stringContaining('lab: 3000% of') }],
      blindSpots: expect.arrayContaining([
        { target: 'project/dark', part: null, because: expect.stringMatching(/^listVms/) },
      ]),
      unsupported: [{ part: 'clusters', instead: null, target: 'project/lab' }],
    });
    expect(JSON.parse((await once({}, ['--json'])).stdout)).toMatchObject({ messages: [], unsupported: [] });
  });

  it('takes the key from a file that only its owner may read, and acts with another', async () => {
    const file = join(folder, 'key');
    await writeFile(file, `${key}\n`, { mode: 0o600 });
    const environment = { SPENDWATCH_API_KEY: '', SPENDWATCH_API_KEY_FILE: file };
    expect(await once(environment)).toMatchObject({ code: 1, stderr: '' });
    await writeFile(
      join(folder, 'policy.yaml'),
      'version: 1\nmode: enforce\nrules: [{ name: idle, idle: 4h, then: [{ stop: after 1h }] }]\n',
    );
    // Watching goes on without it.
    const missing = { ...environment, SPENDWATCH_ACT_KEY_FILE: join(folder, 'none') };
    const { code, stdout, stderr } = await once(missing);
    expect(code).toBe(2);
    expect(stdout).toContain('[critical] the API key for actions is unavailable');
    expect(stderr).toMatch(/actions are not possible: .*no such file/);
    expect(stderr).toContain('rule "idle" would act, but no route with a receiver');
    await chmod(file, 0o644);
    expect(await once(environment)).toMatchObject({ code: 2, stderr: expect.stringContaining('chmod 600') });
  });

  it('leaves a ledger alone that someone else has, and exits with 2', async () => {
    const release = await holdDirectory(join(folder, 'ledger'));
    const { code, stderr } = await once({});
    await release();
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is in use by another'),
    });
    expect(await once({})).toMatchObject({ code: 1 });
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
    expect(stderr).toContain('SPENDWATCH_API_KEY is not set');
  });

  it('names a policy file that is not there and exits with 2', async () => {
    const { code, stderr } = await once({ SPENDWATCH_POLICY: join(folder, 'none.yaml') });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('none.yaml') });
  });
});

import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../lib/jobs/ports.ts';
import { hours, minutes } from '../../../lib/model/time/time.ts';
import { holdDirectory } from '../../../lib/service/ledger/hold-directory.ts';
import { readLedger } from '../../../lib/service/ledger/open-ledger.ts';
import { markedKey } from '../../support/api-key.ts';
import { aWorkplace } from '../../support/commands/a-workplace.ts';
import { runCommand } from '../../support/commands/run-command.ts';
import { isWhole } from '../../support/tier.ts';

const policy = 'version: 1\nrules: [{ name: small budget, budget: 1 USD a month }]\n';
const dark = { kind: 'truncated', probability: 1, project: 'dark' } as const;

let place: Awaited<ReturnType<typeof aWorkplace>>;
beforeEach(async () => {
  place = await aWorkplace({ policy, projects: ['dark', 'lab'] });
});

const once = (
  environment: Readonly<Record<string, string>>,
  options: readonly string[] = [],
  clock: Clock = place.clock,
) =>
  runCommand({
    arguments: ['once', '--data', place.data, ...options],
    environment: { ...place.environment(), ...environment },
    clock,
  });

describe('one pass', () => {
  it('prints an alert on a crossed budget and exits with 1, and prints nothing the next time', async () => {
    const first = await once({});
    expect(first).toMatchObject({ code: 1, stderr: '' });
    expect(first.stdout).toMatch(/Project lab has spent [\d.,]+ of 1\.00 USD\./);
    place.clock.advance(minutes(5));
    expect(await once({})).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('uses a policy that is being saved as a whole, never in part', async () => {
    const whole = `${policy}business-hours: Mon-Fri 08:00-19:00\n`;
    const file = place.policyFile;
    await writeFile(file, whole);
    await once({});
    await writeFile(file, policy);
    place.clock.advance(minutes(5));
    const saving = { ...place.clock, sleep: async () => writeFile(file, whole) };
    expect(await once({}, [], saving)).toMatchObject({ code: 0, stderr: '' });
    const recorded = () =>
      readLedger({ kind: 'folder', data: place.data, table: 'spendwatch' }, (ledger) => ledger.control());
    expect((await recorded()).policy?.text).toBe(whole);
    await writeFile(file, policy);
    place.clock.advance(minutes(5));
    await once({});
    expect((await recorded()).policy?.text).toBe(policy);
  });

  it('reports a wrong key in one sentence, and exits with 2', async () => {
    const { code, stdout, stderr } = await once({ SPENDWATCH_API_KEY: markedKey('wrong') });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([expect.anything()]);
    expect(stderr).toMatch(/key/);
    expect(stderr).not.toContain(markedKey('wrong'));
  });

  it.runIf(isWhole())(
    'uses the last good policy where the file has a mistake, notifies every route and exits with 2',
    async () => {
      await once({});
      await writeFile(place.policyFile, 'version: 2\n');
      place.clock.advance(minutes(5));
      const { code, stdout, stderr } = await once({});
      expect(code).toBe(2);
      expect(stderr).toMatch(/policy\.yaml:1:.*; the last good policy is in force instead\n$/);
      expect(stdout).toContain('The policy file is not in force');
      await writeFile(place.policyFile, policy);
      place.clock.advance(minutes(5));
      expect((await once({})).stdout).toContain('The policy file is in force again');
    },
  );

  it('reports that the cloud cannot be reached and exits with 3', async () => {
    await place.close();
    const { code, stderr } = await once({});
    expect(code).toBe(3);
    expect(stderr).toMatch(/could not be reached \(connect ECONNREFUSED/);
  });

  it('continues where one project cannot be polled, names it and exits with 3', async () => {
    await place.serveAgain({ faults: [dark] });
    const { code, stdout, stderr } = await once({});
    expect(code).toBe(3);
    expect(stderr).toMatch(/^project\/dark: listVms/m);
    expect(stdout).toMatch(/Project lab has spent [\d.,]+ of 1\.00 USD\./);
  });

  it.runIf(isWhole())('reports once what the platform does not support, which is not an error', async () => {
    await writeFile(place.policyFile, policy.replace('1 USD', '100000 USD'));
    await place.serveAgain({ without: ['listClusters', 'listMachines'] });
    const first = await once({});
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(first.stderr.trim().split('\n').toSorted()).toEqual([
      expect.stringMatching(/^the platform does not support clusters; impact: the cost of clusters is only/),
      'the platform does not support machines directly; fallback: the resource search',
    ]);
    place.clock.advance(minutes(5));
    expect(await once({})).toEqual({ code: 0, stdout: '', stderr: '' });
    place.clock.advance(hours(30));
    expect(await once({})).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('prints messages and results as one document with --json', async () => {
    await place.serveAgain({ faults: [dark], without: ['listClusters'] });
    const { code, stdout, stderr } = await once({}, ['--json']);
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'blind',
      exitCode: 3,
      watch: { turned: 3, failed: 0, cloud: 'answered' },
      messages: [{ severity: 'critical', subject: expect.stringContaining('lab: 3582% of') }],
      blindSpots: expect.arrayContaining([
        { target: 'project/dark', part: null, because: expect.stringMatching(/^listVms/) },
      ]),
      unsupported: [{ part: 'clusters', instead: null, target: 'project/lab' }],
    });
    expect(JSON.parse((await once({}, ['--json'])).stdout)).toMatchObject({ messages: [], unsupported: [] });
  });

  it('reads the key from a file that only its owner may read, and a second key for actions', async () => {
    const file = join(place.folder, 'key');
    await writeFile(file, `${place.key}\n`, { mode: 0o600 });
    const environment = { SPENDWATCH_API_KEY: '', SPENDWATCH_API_KEY_FILE: file };
    expect(await once(environment)).toMatchObject({ code: 1, stderr: '' });
    await writeFile(
      place.policyFile,
      'version: 1\nmode: enforce\nrules: [{ name: idle, idle: 4h, then: [{ stop: after 1h }] }]\n',
    );
    // Polls continue without it.
    const missing = { ...environment, SPENDWATCH_ACT_KEY_FILE: join(place.folder, 'none') };
    const { code, stdout, stderr } = await once(missing);
    expect(code).toBe(2);
    expect(stdout).toContain('[critical] the API key for actions is unavailable');
    expect(stderr).toMatch(/actions are not possible: .*no such file/);
    expect(stderr).toContain('rule "idle" would act, but no route with a receiver');
    await chmod(file, 0o644);
    expect(await once(environment)).toMatchObject({ code: 2, stderr: expect.stringContaining('chmod 600') });
  });

  it('does not touch a ledger that another process holds, and exits with 2', async () => {
    const release = await holdDirectory(place.data);
    const { code, stderr } = await once({});
    await release();
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is in use by another'),
    });
    expect(await once({})).toMatchObject({ code: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { markedKey } from '../../support/api-key.ts';
import { aWorkplace } from '../../support/commands/a-workplace.ts';
import { runCommand } from '../../support/commands/run-command.ts';

const policy = `
version: 1
rules:
  - { name: small budget, budget: 100 USD a month }
  - { name: forgotten, idle: 4h, match: { gpus: 0 }, then: [{ stop: after 1h }] }
`;

const Report = z.object({
  exitCode: z.number(),
  findings: z.array(
    z.object({
      id: z.string(),
      state: z.string(),
      found: z.string(),
      remedy: z.string().nullable(),
      figures: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    }),
  ),
});

type Given = {
  readonly options?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
};

/** A cloud with two projects, and the key of a viewer to it. */
async function aCheckUp() {
  const place = await aWorkplace({ policy, projects: ['lab', 'web'], role: 'viewer' });
  const doctor = ({ options = [], environment = {} }: Given = {}) =>
    runCommand({
      arguments: ['doctor', ...options],
      environment: { ...place.environment(), ...environment },
      clock: place.clock,
    });
  /** Returns the JSON form, with findings by their ids. */
  const findings = async ({ options = [], environment = {} }: Given = {}) => {
    const { code, stdout } = await doctor({ options: ['--json', ...options], environment });
    const report = Report.parse(JSON.parse(stdout));
    expect(report.exitCode).toBe(code);
    return { code, byId: Object.fromEntries(report.findings.map((finding) => [finding.id, finding])) };
  };
  return { ...place, doctor, findings };
}

describe('a check-up of a cloud', () => {
  it('that supports all that the policy needs exits with 0', async () => {
    const { doctor } = await aCheckUp();
    const { code, stdout, stderr } = await doctor();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^CHECK +STATE +FINDING +REMEDY\n/);
    expect(stdout).toMatch(/^API key +ok +accepted; user ana@example\.com/m);
    expect(stdout).toMatch(/\nEverything that the policy needs can be monitored\.\n$/);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).not.toContain('\u001b');
  });

  it('that rejects the key exits with 2, and does not show the key', async () => {
    const { doctor } = await aCheckUp();
    const { code, stdout, stderr } = await doctor({
      environment: { SPENDWATCH_API_KEY: markedKey('wrong') },
    });
    expect(code).toBe(2);
    expect(stdout).toMatch(/^API key +no +getUser: the cloud rejected/m);
    expect(stdout + stderr).not.toContain(markedKey('wrong'));
  });

  it('that cannot be reached exits with 3', async () => {
    const { close, doctor } = await aCheckUp();
    await close();
    const { code, stdout } = await doctor();
    expect(code).toBe(3);
    expect(stdout).toMatch(/^cloud +no +getUser: the cloud could not be/m);
    expect(stdout).toContain('The cloud could not be reached.');
  });

  it('at whose address is another service exits with 2', async () => {
    const { findings, environment } = await aCheckUp();
    const elsewhere = `${environment().SPENDWATCH_CLOUD_URL}/elsewhere`;
    const { code, byId } = await findings({ environment: { SPENDWATCH_CLOUD_URL: elsewhere } });
    expect(code).toBe(2);
    expect(byId['cloud']?.remedy).toContain('SPENDWATCH_CLOUD_URL');
  });
});

describe('the checks of doctor', () => {
  it('include rate limits', async () => {
    const { serveAgain, findings } = await aCheckUp();
    await serveAgain({ rateLimit: { perMinute: 12 } });
    const { code, byId } = await findings();
    expect(code).toBe(1);
    expect(byId['rate-limit']).toMatchObject({
      state: 'partly',
      remedy: expect.stringContaining('lower SPENDWATCH_REQUESTS_PER_MINUTE'),
    });
    expect(byId['rate-limit']?.figures['throttled']).toBeGreaterThan(0);
  });

  it('cover the projects that are named', async () => {
    const { findings } = await aCheckUp();
    const { byId } = await findings({ options: ['--project', 'web'] });
    expect(byId['vms']).toMatchObject({ found: '1 VM in 1 project' });
    expect(await findings({ options: ['--project', 'web', '--project', 'attic'] })).toMatchObject({
      code: 2,
    });
  });
});

describe('a configuration that is wrong', () => {
  it.each<[string, Given, string]>([
    ['settings', { environment: { SPENDWATCH_CLOUD_URL: 'ftp://x' } }, 'SPENDWATCH_CLOUD_URL'],
    ['a policy', { environment: { SPENDWATCH_POLICY: '/nowhere/none.yaml' } }, 'none.yaml'],
    ['the command line', { options: ['--sample', '0'] }, 'whole number'],
  ])('in %s exits with 2 and is reported', async (_, given, says) => {
    const { doctor } = await aCheckUp();
    const { code, stdout, stderr } = await doctor(given);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { later, type Span } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { type ServeOptions, serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { type VirtualClock, virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import type { RunningSimulator } from '../../../lib/simulators/http/listen.ts';
import { markedKey } from '../../support/api-key.ts';
import { at } from '../../support/at.ts';
import { runCommand } from '../../support/commands/run-command.ts';

const policy = `
version: 1
rules:
  - { name: small budget, budget: 100 USD a month }
  - { name: forgotten, idle: 4h, match: { gpus: 0 }, then: [{ stop: after 1h }] }
`;
const viewer = { key: markedKey('viewer'), role: 'viewer', user: 'ana@example.com' } as const;
const editor = { key: markedKey('editor'), role: 'editor', user: 'bo@example.com' } as const;
const nobody = { key: markedKey('nobody'), user: 'nobody@example.com' } as const;

let folder: string;
let clock: VirtualClock;
let simulator: RunningSimulator;

const Report = z.object({
  exitCode: z.number(),
  verdict: z.string(),
  findings: z.array(
    z.object({
      id: z.string(),
      state: z.string(),
      found: z.string(),
      unwatched: z.string().nullable(),
      remedy: z.string().nullable(),
      figures: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    }),
  ),
});

/** A cloud with two projects, a VM in each, at noon of some day; its clock may be off from ours. */
async function serve({ ahead, ...options }: Partial<ServeOptions> & { readonly ahead?: Span } = {}) {
  const before = '2026-03-19T09:00:00Z';
  const project = (id: string) => [
    happens(before, { kind: 'create-project', id, account: 'main' }),
    newVm(before, id, 'vm-1', { priceHr: '1', workload: { kind: 'web' } }),
  ];
  const events = [
    happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
    ...project('lab'),
    ...project('web'),
  ];
  const worldsClock = ahead === undefined ? clock : { ...clock, now: () => later(clock.now(), ahead) };
  const world = createWorld({ seed: 1, clock: worldsClock, events });
  simulator = await serveSimulator({ world, keys: [viewer, editor, nobody], ...options });
}

async function doctor(options: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) {
  return runCommand({
    arguments: ['doctor', ...options],
    environment: {
      SPENDWATCH_CLOUD_URL: simulator.url,
      SPENDWATCH_API_KEY: viewer.key,
      SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
      ...environment,
    },
    clock,
  });
}

/** The same as data, its findings by their ids. */
async function findings(options: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) {
  const { code, stdout } = await doctor(['--json', ...options], environment);
  const report = Report.parse(JSON.parse(stdout));
  expect(report.exitCode).toBe(code);
  return {
    code,
    byId: Object.fromEntries(report.findings.map((finding) => [finding.id, finding])),
    ...report,
  };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-doctor-'));
  await writeFile(join(folder, 'policy.yaml'), policy);
  clock = virtualClock(at('2026-03-20T12:00:00'));
});

afterEach(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

describe('a check-up of a cloud', () => {
  it('that offers all that the policy needs exits with 0', async () => {
    await serve();
    const { code, stdout, stderr } = await doctor();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^CHECK +STATE +FINDING +REMEDY\n/);
    expect(stdout).toMatch(/^API key +ok +accepted; user ana@example\.com/m);
    expect(stdout).toMatch(/\nEverything that the policy needs can be monitored\.\n$/);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).not.toContain('\u001b');
  });

  it('that rejects the key exits with 2, and does not show the key', async () => {
    await serve();
    const { code, stdout, stderr } = await doctor([], { SPENDWATCH_API_KEY: markedKey('wrong') });
    expect(code).toBe(2);
    expect(stdout).toMatch(/^API key +no +getUser: the cloud rejected/m);
    expect(stdout + stderr).not.toContain(markedKey('wrong'));
  });

  it('that cannot be reached exits with 3', async () => {
    await serve();
    await simulator.close();
    const { code, stdout } = await doctor();
    await serve();
    expect(code).toBe(3);
    expect(stdout).toMatch(/^cloud +no +getUser: the cloud could not be/m);
    expect(stdout).toContain('The cloud could not be reached.');
  });

  it('that is another service altogether exits with 2', async () => {
    await serve();
    const { code, byId } = await findings([], { SPENDWATCH_CLOUD_URL: `${simulator.url}/elsewhere` });
    expect(code).toBe(2);
    expect(byId['cloud']?.remedy).toContain('SPENDWATCH_CLOUD_URL');
  });
});

describe('what is looked into', () => {
  it('are limits on the rate of requests', async () => {
    await serve({ rateLimit: { perMinute: 12 } });
    const { code, byId } = await findings();
    expect(code).toBe(1);
    expect(byId['rate-limit']).toMatchObject({
      state: 'partly',
      remedy: expect.stringContaining('lower SPENDWATCH_REQUESTS_PER_MINUTE'),
    });
    expect(byId['rate-limit']?.figures['throttled']).toBeGreaterThan(0);
  });

  it('are the projects that are asked for', async () => {
    await serve();
    const { byId } = await findings(['--project', 'web']);
    expect(byId['vms']).toMatchObject({ found: '1 VM in 1 project' });
    expect(await findings(['--project', 'web', '--project', 'attic'])).toMatchObject({ code: 2 });
  });
});

describe('a configuration that is wrong', () => {
  it.each([
    {
      what: 'settings',
      options: [],
      environment: { SPENDWATCH_CLOUD_URL: 'ftp://x' },
      says: 'SPENDWATCH_CLOUD_URL',
    },
    {
      what: 'a policy',
      options: [],
      environment: { SPENDWATCH_POLICY: '/nowhere/none.yaml' },
      says: 'none.yaml',
    },
    { what: 'the command line', options: ['--sample', '0'], environment: {}, says: 'whole number' },
  ])('in $what exits with 2 and says so', async ({ options, environment, says }) => {
    await serve();
    const { code, stdout, stderr } = await doctor(options, environment);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });
});

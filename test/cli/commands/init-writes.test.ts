import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { northwind } from '../../../lib/simulators/compute/scenarios/northwind.ts';
import { type ServeOptions, serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import { markedKey } from '../../support/api-key.ts';
import { at } from '../../support/at.ts';
import { ran } from '../../support/commands/a-process.ts';

const key = markedKey('init-writes');
const file = 'spendwatch.yaml';

/** Returns what init says and writes about northwind. */
async function writtenFor(options: Partial<ServeOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-init-'));
  const path = join(folder, file);
  const clock = virtualClock(at('2026-03-17T10:30:00'));
  const world = createWorld({ seed: 1, clock, events: northwind });
  const simulator = await serveSimulator({ world, keys: [{ key, role: 'viewer' }], ...options });
  const environment = { SPENDWATCH_CLOUD_URL: simulator.url, SPENDWATCH_API_KEY: key };
  const { code, stdout } = await ran({ arguments: ['init', '--policy', path], environment, clock });
  const text = await readFile(path, 'utf8');
  await simulator.close();
  await rm(folder, { recursive: true });
  return { code, stdout, text };
}

let northwindWritten: Awaited<ReturnType<typeof writtenFor>>;
beforeAll(async () => {
  northwindWritten = await writtenFor();
});

describe('what init writes', () => {
  it('is a valid policy with a rule for each kind of finding', () => {
    const { code, stdout, text } = northwindWritten;
    expect(code).toBe(0);
    expect(stdout).toContain('4 projects, 1 billing account');
    expect(stdout).toContain('12 GPUs (A100 80GB PCIe, L40S)');
    expect(stdout).toContain('in mode observe');
    const policy = readPolicy(text, file);
    expect(policy.rules.map(({ kind, name }) => `${kind}: ${name}`)).toEqual([
      'budget: northwind budget',
      'budget: ml-infra budget',
      'budget: render budget',
      'budget: prod-web budget',
      'budget: research budget',
      'runway: credit',
      'account-state: account state',
      'rate: hourly limit',
      'rate: monthly limit',
      'anomaly: unusual spend',
      'freshness: missing data',
      'reconcile: billing check',
      'idle: idle VMs',
      'waste: unused resources',
    ]);
    expect(text).toMatch(/idle: learned\n +risk: 5%\n/);
    expect(policy.rules.every((rule) => !('mode' in rule) || rule.mode === 'observe')).toBe(true);
    expect(policy.protect).toEqual([
      { kind: 'matching', match: { project: 'prod-web' } },
      { kind: 'matching', match: { metadata: { env: 'production' } } },
      { kind: 'younger-than', age: 7_200_000 },
    ]);
  });

  it('has budgets a fifth above the cost of a month at the current rate', () => {
    const { text } = northwindWritten;
    const { rules } = readPolicy(text, file);
    const limits = rules.flatMap((rule) => (rule.kind === 'budget' ? [rule.limit.toFixed()] : []));
    // 18.72 USD/h in ml-infra: 13,665.60 USD in 730 hours, 16,398.72 with a fifth more.
    expect(text).toContain('18.72 USD/h now');
    expect(limits[1]).toBe('17000');
    expect(text).toContain('the limit of each of 4 projects; `shared: true` makes it one limit for all');
  });

  it('suggests for GPUs what the reader accepts too', () => {
    const { text } = northwindWritten;
    const more = readPolicy(text.replaceAll('# - { name: old', '- { name: old'), file);
    expect(more.rules.filter(({ kind }) => kind === 'lifetime').map(({ name }) => name)).toEqual([
      'old A100 80GB PCIe',
      'old L40S',
    ]);
  });

  it('leaves out what the platform does not show, and reports what that leaves unwatched', async () => {
    const { code, stdout, text } = await writtenFor({ dialect: 'platform-2026', without: ['monitorVm'] });
    expect(code).toBe(0);
    // No rule learns from samples that nobody can read.
    expect(text).toMatch(/idle: 12h\n/);
    expect(stdout).toContain(
      'the platform does not support project spend directly; fallback: the spend of the billing account',
    );
    expect(() => readPolicy('', file)).toThrow();
    expect(readPolicy(text, file).rules.length).toBeGreaterThan(5);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policySchema } from '../../lib/config/policy/policy-schema.ts';
import { happens, newVm } from '../../lib/simulator/scenario.ts';
import { serveSimulator } from '../../lib/simulator/serve.ts';
import { virtualClock } from '../../lib/simulator/virtual-clock.ts';
import { createWorld } from '../../lib/simulator/world/world.ts';
import { ran } from '../support/a-process.ts';
import { markedKey } from '../support/api-key.ts';
import { at } from '../support/at.ts';

let folder: string;
const clock = virtualClock(at('2026-03-20T12:30:00'));
const key = markedKey('policy');

const check = async (policy: string, ...more: readonly string[]) => {
  const file = join(folder, 'policy.yaml');
  await writeFile(file, policy);
  const given = await ran({ arguments: ['policy', 'check', file, ...more], environment: {}, clock });
  return { ...given, stdout: given.stdout.replaceAll(file, 'policy.yaml').replaceAll(folder, '.') };
};
const withLedger = (policy: string) => check(policy, '--data', join(folder, 'ledger'));
const withoutLedger = (policy: string) => check(policy, '--data', join(folder, 'none'));

/** One pass over a project with a VM that costs 10 USD an hour. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-policy-'));
  const before = '2026-03-01T00:00:00Z';
  const events = [
    happens(before, { kind: 'open-account', id: 'main' }),
    happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
    newVm(before, 'lab', 'train-7b', { priceHr: '10' }),
  ];
  const world = createWorld({ seed: 1, clock, events });
  const simulator = await serveSimulator({ world, keys: [{ key, role: 'editor' }] });
  const watching = join(folder, 'watching.yaml');
  await writeFile(watching, 'version: 1\nrules: [{ name: sight, freshness: default }]\n');
  const environment = {
    SPENDWATCH_CLOUD_URL: simulator.url,
    SPENDWATCH_API_KEY: key,
    SPENDWATCH_POLICY: watching,
  };
  await ran({ arguments: ['once', '--data', join(folder, 'ledger')], environment, clock });
  await simulator.close();
});

afterAll(() => rm(folder, { recursive: true }));

describe('spendwatch policy check', () => {
  it('says in plain words what each rule does, and that all is fine', async () => {
    const { code, stdout } = await withLedger(`version: 1
mode: enforce
rules:
  - { name: research, budget: 500000 USD a month, starts: 15, at: [80%], forecast: 100% }
  - { name: idle ones, idle: 4h, match: { gpus: 0, older-than: 3d }, then: [{ stop: after 1h }] }
`);
    expect(stdout).toBe(`policy.yaml is fine: 2 rules, on the clocks of UTC
Acts: at most 5 in a run, 20 in 24 h and 25% of what runs; of more than that none is done.

research (budget)
  watches  spend against 500,000.00 USD a month from day 15, projected
  over     all projects
  speaks   at 400,000.00 USD, when 500,000.00 USD is forecast; once in each period
  acts     never

idle ones (idle)
  watches  VMs that are quiet for 4 h, in 97% of the samples
  over     all projects; GPUs: 0, older than 3 d
  speaks   when it finds one; again every 1 d
  acts     stops VMs, 1 h after the announcement at the earliest (enforce)
`);
    expect(code).toBe(0);
  });

  it.each([
    ['anomaly: 2x', 'above 2 times the usual, by 4 deviations and 1.00 USD/h more; never repeated'],
    ['rate: 80% of monthly limit', "above 80% of the platform's monthly limit; again every 4 h"],
    ['rate: 5 USD an hour, for: 10m, repeat: never', 'above 5.00 USD/h; after 10 min; never repeated'],
    ['runway: [72h, 6h]', 'when it is under 3 d, 6 h; again every 4 h'],
    ['account-state: active', 'when one is not active; again every 4 h'],
    ['waste: all', 'when that lasts for 1 d; again every 1 d'],
    ['commitment: 7d', '7 d before; never repeated'],
    ['schedule: [Mon-Fri 08:00-19:00, daily 22:00-24:00]', 'when it finds one; again every 1 d'],
    ['lifetime: 7d', 'when it finds one; again every 1 d'],
    [
      'freshness: default',
      'when anything went unseen for 15 min, or a report of spend is 4 h old; again every 4 h',
    ],
    ['reconcile: 5%', 'when they part by more than 5% and 1.00 USD; again every 1 d'],
  ])('says when a rule with %s speaks', async (rule, spoken) => {
    const { stdout } = await withoutLedger(`version: 1\nrules: [{ name: a, ${rule} }]\n`);
    expect(stdout).toContain(`\n  speaks   ${spoken}\n`);
    expect(stdout).toContain('\n  acts     never\n');
  });

  it.each([
    [
      'idle: 4h',
      'stop: after 1h, mode: observe',
      'stops VMs, 1 h after the announcement at the earliest (observe: only said)',
    ],
    [
      'lifetime: 7d',
      'power-off: after 1d',
      'powers machines off, 1 d after the announcement at the earliest (enforce)',
    ],
    ['waste: all', 'image: after 7d', 'makes an image of a VM after 7 d at rest, said 1 h before (enforce)'],
    [
      'waste: all',
      'terminate: after 8d, without-image: true, notice: 2d, approve: within 24h',
      'deletes a VM for good after 8 d at rest, without an image, said 2 d before, if a person approves it within 1 d (enforce)',
    ],
    [
      'budget: 5000 USD a month',
      'stop: everything, at: 110%, approve: required',
      'stops all VMs once 5,500.00 USD are reported, 1 h after the announcement at the earliest, if a person approves it within 3 d (enforce)',
    ],
  ])('says what a rule with %s and %s does', async (rule, step, acts) => {
    const text = `version: 1\nmode: enforce\nrules: [{ name: a, ${rule}, then: [{ ${step} }] }]\n`;
    expect((await withoutLedger(text)).stdout).toContain(`\n  acts     ${acts}\n`);
  });

  it('says each of several acts on a line of its own, notices beside the rest that is said, and what holds acts back', async () => {
    const { stdout } = await withoutLedger(`version: 1
mode: enforce
caps: { per-run: 3, share: 10% }
business-hours: [Mon-Fri 08:00-19:00, Sat 10:00-14:00]
rules:
  - name: hours
    schedule: Mon-Fri 08:00-19:00
    then: [{ stop: after 15m }, { start: true }, { notify: after 2d }]
`);
    expect(stdout).toContain(`on the clocks of UTC
Acts: at most 3 in a run, 20 in 24 h and 10% of what runs; of more than that none is done.
Nothing is stopped or deleted in business hours: Mon-Fri 08:00-19:00, Sat 10:00-14:00.
`);
    expect(stdout).toContain(`
  speaks   when it finds one; again every 1 d; as critical once it has lasted 2 d
  acts     stops VMs, 15 min after the announcement at the earliest (enforce)
           starts what it brought to rest when its hours begin (enforce)
`);
  });

  it('warns with line and column of what matches nothing and of what is passed', async () => {
    const { code, stdout } = await withLedger(`version: 1
protect: [{ project: prod-* }]
rules:
  - { name: small, budget: 1 USD a month }
  - { name: elsewhere, budget: 1 USD a month, match: { project: nowhere } }
`);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^policy.yaml can be used, with 3 warnings: 2 rules/);
    expect(stdout).toContain('policy.yaml:2:11 warning: protect[0]: protects nothing that is known now\n');
    expect(stdout).toMatch(/policy\.yaml:4:5 warning: rules\[0\]: speaks from the start: project\/lab: \S/);
    expect(stdout).toContain(
      'policy.yaml:5:5 warning: rules[1]: can match nothing now: no project or billing account that is known fits it',
    );
  });

  it('says that matches cannot be told without a ledger, which is no warning', async () => {
    const policy = 'version: 1\nrules: [{ name: a, rate: 5 USD an hour, match: { project: nowhere } }]\n';
    const { code, stdout } = await withoutLedger(policy);
    expect(stdout).toMatch(/\nWhat the rules match now could not be told: there is no ledger in \.\/none\n$/);
    expect(code).toBe(0);
  });

  it('prints every mistake with line, column and suggestion', async () => {
    const { code, stdout } = await withLedger('version: 1\nmode: enforced\nruls: []\n');
    expect(stdout).toBe(`2 mistakes in the policy
policy.yaml:2:7 mode: write observe or enforce, not "enforced"
policy.yaml:3:1 ruls: unknown key; did you mean rules?
`);
    expect(code).toBe(2);
  });

  it('says which file it could not read', async () => {
    const asked = ['policy', 'check', join(folder, 'none.yaml')];
    const { code, stderr } = await ran({ arguments: asked, environment: {}, clock });
    expect(code).toBe(2);
    expect(stderr).toContain('none.yaml');
  });
});

it('spendwatch policy schema prints the schema', async () => {
  const { code, stdout } = await ran({ arguments: ['policy', 'schema'], environment: {}, clock });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(policySchema())));
});

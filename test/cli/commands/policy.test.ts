import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policySchema } from '../../../lib/config/policy/policy-schema.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import { markedKey } from '../../support/api-key.ts';
import { at } from '../../support/at.ts';
import { ran } from '../../support/commands/a-process.ts';

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
    happens(before, { kind: 'create-project', id: 'web', account: 'main' }),
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

const noPlans = 'needs commitments, which the cloud does not support: the platform reports no savings plans';

describe('policy check of a policy for RunPod', () => {
  const rules = (match = '') => `version: 1
rules:
  - { name: plans, commitment: 7d${match} }
`;
  const checkOn = async (settings: string, policy: string) => {
    await writeFile(join(folder, 'policy.yaml'), policy);
    await writeFile(join(folder, 'settings.yaml'), settings);
    await writeFile(join(folder, 'a.key'), key, { mode: 0o600 });
    const environment = { SPENDWATCH_SETTINGS: join(folder, 'settings.yaml') };
    const words = ['policy', 'check', join(folder, 'policy.yaml'), '--data', join(folder, 'none')];
    const { stdout, stderr } = await ran({ arguments: words, environment, clock });
    return (stdout + stderr).replaceAll(/\s+/g, ' ');
  };
  const one = (cloud: string) =>
    `  - { name: its-${cloud}, cloud: ${cloud}, address: "https://${cloud}.example.com", viewer-key: "file:a.key" }\n`;

  it('names what RunPod does not support', async () => {
    expect(await checkOn(`connections:\n${one('runpod')}`, rules())).toContain(`: ${noPlans}`);
  });

  it('warns that an idle rule finds nothing where polls are too far apart for gauges', async () => {
    const idle = 'version: 1\nrules: [{ name: idle, idle: 6h }]\n';
    const far =
      'finds nothing idle: the cloud shows use only as it is at a poll, and polls are 10 min apart, more than 6 min; poll every 5 minutes';
    const every = (interval: string, cloud: string) =>
      checkOn(`poll-interval: ${interval}\nconnections:\n${one(cloud)}`, idle);
    expect(await every('10m', 'runpod')).toContain(far);
    expect(await every('5m', 'runpod')).not.toContain('finds nothing idle');
    expect(await every('10m', 'compute')).not.toContain('finds nothing idle');
  });

  it('names the cloud where there are several, and none for a rule on another connection', async () => {
    const both = `connections:\n${one('compute')}${one('runpod')}`;
    const said = await checkOn(both, rules());
    expect(said).toContain(`on runpod: ${noPlans}`);
    expect(said).not.toContain('on compute:');
    expect(await checkOn(both, rules(', match: { connection: its-compute }'))).not.toContain(noPlans);
  });
});

describe('spendwatch policy check', () => {
  it('states how VMs with GPUs are judged by a rule that includes them', async () => {
    const { stdout } = await withLedger(`version: 1
rules:
  - { name: idle ones, idle: 4h, gpu-window: 6h, below: { gpu: 3% } }
`);
    expect(stdout).toContain(
      '  monitors  VMs under the limits for 4 h, in 97% of the samples; those with GPUs for 6 h, every GPU under 3% throughout\n',
    );
  });

  it('describes each rule in plain language, and reports that the policy is valid', async () => {
    const { code, stdout } = await withLedger(`version: 1
mode: enforce
protect: [{ project: lab }]
rules:
  - { name: research, budget: 500000 USD a month, starts: 15, at: [80%], forecast: 100% }
  - { name: idle ones, idle: 4h, match: { gpus: 0, older-than: 3d }, then: [{ stop: after 1h }] }
`);
    expect(stdout).toBe(`policy.yaml is valid: 2 rules, times in UTC
Mode: enforce, in 1 of 1 rules that act.
Protected: projects lab: 1 VM now (train-7b)
Protected: resources younger than 2 h or of unknown age: nothing now
Caps: at most 5 actions per run, 20 per 24 h and 25% of running VMs and machines; a run that would exceed a cap takes no action.

research (budget)
  monitors  spend against 500,000.00 USD per month from day 15, to-date
  scope     all projects
  matches   2 projects now (lab, web)
  limit     500,000.00 USD for each of 2 projects, up to 1,000,000.00 USD in all; shared: true makes it one limit for all
  alerts    at 400,000.00 USD, when 500,000.00 USD is forecast; once per period
  actions   none

idle ones (idle)
  monitors  VMs under the limits for 4 h, in 97% of the samples
  scope     all projects; GPUs: 0, older than 3 d
  matches   1 VM now (train-7b)
  alerts    on each match; repeated every 1 d
  actions   stops VMs, 1 h after the announcement at the earliest (enforce)
`);
    expect(code).toBe(0);
  });

  it.each([
    ['anomaly: 2x', 'above 2 times the usual rate, by at least 4 deviations and 1.00 USD/h; never repeated'],
    ['rate: 80% of monthly limit', "above 80% of the platform's monthly limit; repeated every 4 h"],
    ['rate: 5 USD an hour, for: 10m, repeat: never', 'above 5.00 USD/h; after 10 min; never repeated'],
    ['runway: [72h, 6h]', 'when the runway is under 3 d, 6 h; repeated every 4 h'],
    ['account-state: active', 'when an account is not active; repeated every 4 h'],
    ['waste: all', 'after 1 d; after 1 h in transitional states; repeated every 1 d'],
    ['commitment: 7d', '7 d before the end; never repeated'],
    ['schedule: [Mon-Fri 08:00-19:00, daily 22:00-24:00]', 'on each match; repeated every 1 d'],
    ['lifetime: 7d', 'on each match; repeated every 1 d'],
    ['freshness: default', 'when polls fail for 15 min, or a spend report is 4 h old; repeated every 4 h'],
    ['reconcile: 5%', 'when they differ by more than 5% and 1.00 USD; repeated every 1 d'],
  ])('states when a rule with %s alerts', async (rule, condition) => {
    const { stdout } = await withoutLedger(`version: 1\nrules: [{ name: a, ${rule} }]\n`);
    expect(stdout).toContain(`\n  alerts    ${condition}\n`);
    expect(stdout).toContain('\n  actions   none\n');
  });

  it.each([
    ['', '5,000.00 USD for each project; shared: true makes it one limit for all'],
    [', shared: true', '5,000.00 USD for all projects together'],
    [", match: { account: 'main-*' }", '5,000.00 USD for each billing account'],
  ])('states what the limit of a budget%s applies to', async (more, limit) => {
    const { stdout } = await withoutLedger(
      `version: 1\nrules: [{ name: a, budget: 5000 USD a month${more} }]\n`,
    );
    expect(stdout).toContain(`\n  limit     ${limit}\n`);
  });

  it.each([
    [
      'idle: 4h',
      'stop: after 1h, mode: observe',
      'stops VMs, 1 h after the announcement at the earliest (observe: not carried out)',
    ],
    [
      'lifetime: 7d',
      'power-off: after 1d',
      'powers machines off, 1 d after the announcement at the earliest (enforce)',
    ],
    ['waste: all', 'image: after 7d', 'images VMs stopped for 7 d, announced 1 h in advance (enforce)'],
    [
      'waste: all',
      'terminate: after 8d, without-image: true, notice: 2d, approve: within 24h',
      'permanently deletes VMs stopped for 8 d, without an image, announced 2 d in advance, if approved within 1 d (enforce)',
    ],
    [
      'budget: 5000 USD a month',
      'stop: everything, at: 110%, approve: required',
      'stops all VMs once 5,500.00 USD are reported, 1 h after the announcement at the earliest, if approved within 3 d (enforce)',
    ],
  ])('describes what a rule with %s and %s does', async (rule, step, acts) => {
    const text = `version: 1\nmode: enforce\nrules: [{ name: a, ${rule}, then: [{ ${step} }] }]\n`;
    expect((await withoutLedger(text)).stdout).toContain(`\n  actions   ${acts}\n`);
  });

  it('lists several actions on separate lines, notify steps beside the condition, and the caps', async () => {
    const { stdout } = await withoutLedger(`version: 1
mode: enforce
caps: { per-run: 3, share: 10% }
business-hours: [Mon-Fri 08:00-19:00, Sat 10:00-14:00]
rules:
  - name: hours
    schedule: Mon-Fri 08:00-19:00
    then: [{ stop: after 15m }, { start: true }, { notify: after 2d }]
`);
    expect(stdout).toContain(`times in UTC
Mode: enforce, in 1 of 1 rules that act.
Protected: resources younger than 2 h or of unknown age
Caps: at most 3 actions per run, 20 per 24 h and 10% of running VMs and machines; a run that would exceed a cap takes no action.
No stops or deletions in business hours: Mon-Fri 08:00-19:00, Sat 10:00-14:00.
`);
    expect(stdout).toContain(`
  alerts    on each match; repeated every 1 d; as critical after 2 d
  actions   stops VMs, 15 min after the announcement at the earliest (enforce)
            starts what this rule stopped, when the hours of the schedule begin (enforce)
`);
  });

  it('warns with line and column of matches that find nothing and of budgets that are exceeded', async () => {
    const { code, stdout } = await withLedger(`version: 1
protect: [{ project: prod-* }]
rules:
  - { name: small, budget: 1 USD a month }
  - { name: elsewhere, budget: 1 USD a month, match: { project: nowhere } }
`);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^policy.yaml is valid, with 3 warnings: 2 rules/);
    expect(stdout).toContain('policy.yaml:2:11 warning: protect[0]: matches nothing now\n');
    expect(stdout).toMatch(/policy\.yaml:4:5 warning: rules\[0\]: alerts immediately: project\/lab: \S/);
    expect(stdout).toContain(
      'policy.yaml:5:5 warning: rules[1]: matches nothing now: no known project or billing account',
    );
  });

  it('notes that matches are not checked without a ledger, which is not a warning', async () => {
    const policy = 'version: 1\nrules: [{ name: a, rate: 5 USD an hour, match: { project: nowhere } }]\n';
    const { code, stdout } = await withoutLedger(policy);
    expect(stdout).toMatch(/\nRule matches were not checked: there is no ledger in \.\/none\n$/);
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

  it('names the file that it could not read', async () => {
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

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant, later, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { type VirtualClock, virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import type { RunningSimulator } from '../../../lib/simulators/http/listen.ts';
import { markedKey } from '../../support/api-key.ts';
import { runCommand } from '../../support/commands/run-command.ts';

const policy = `version: 1
rules:
  - { name: small budget, budget: 1 USD a month }
  - { name: forgotten machines, idle: 30m, then: [{ stop: after 15m }] }
  - { name: credit, runway: default }
`;
const key = markedKey('once');

let folder: string;
let clock: VirtualClock;
let simulator: RunningSimulator;

async function spendwatch(...given: readonly string[]) {
  return runCommand({
    arguments: given.flatMap((word) => (word === '--here' ? ['--data', join(folder, 'ledger')] : [word])),
    environment: {
      SPENDWATCH_CLOUD_URL: simulator.url,
      SPENDWATCH_API_KEY: key,
      SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
    },
    clock,
  });
}

/** Two passes, 65 minutes apart, over a project with an idle VM and an account that pays by invoice. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-explain-'));
  await writeFile(join(folder, 'policy.yaml'), policy);
  const before = '2026-03-19T09:00:00Z';
  const events = [
    happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
    happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
    newVm(before, 'lab', 'train-7b', { priceHr: '0.5' }),
    newVm(before, 'lab', 'web', { workload: { kind: 'constant', cpu: 60, network: 90_000 } }),
  ];
  clock = virtualClock(instant(Date.parse('2026-03-20T12:34:56Z')));
  simulator = await serveSimulator({
    world: createWorld({ seed: 1, clock, events }),
    keys: [{ key, role: 'editor' }],
  });
  for (let pass = 0; pass < 14; pass += 1) {
    await spendwatch('once', '--here');
    clock.set(later(clock.now(), minutes(5)));
  }
});

afterAll(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

describe('spendwatch explain', () => {
  it.each(['lab/train-7b', 'train-7b', 'lab/vm/train-7b', 'project/lab/vm/train-7b'])(
    'shows facts, the verdict and decisions for %s',
    async (subject) => {
      const { code, stdout, stderr } = await spendwatch('explain', subject, '--here');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^project\/lab\/vm\/train-7b\n/);
      expect(stdout).toMatch(/facts {5}vm ACTIVE, 0\.50 USD\/h/);
      expect(stdout).toMatch(/verdict {3}breached: 6 of 6 samples in 30 min were under/);
      expect(stdout).toMatch(/alert {5}firing, warning, since 2026-03-20 1\d:\d\d; last notified/);
      expect(stdout).toMatch(/decision {2}nothing: the policy is in observe mode/);
      expect(stdout).toMatch(/credit \(runway\): not applicable: watches projects and accounts/);
    },
  );

  it('can show a single rule, also as JSON', async () => {
    const { stdout } = await spendwatch('explain', 'lab', '--rule', 'small budget', '--here', '--json');
    expect(JSON.parse(stdout)).toMatchObject([
      {
        rule: 'small budget',
        subject: 'project/lab',
        verdicts: [{ kind: 'breached', level: 100, figures: { kind: 'budget', limit: '1' } }],
        alerts: [{ phase: 'firing', severity: 'critical' }],
        decisions: [{ kind: 'nothing', because: expect.stringContaining('already notified') }],
      },
    ]);
  });

  it('suggests a similar name, and lists the matches of an ambiguous one', async () => {
    const slip = await spendwatch('explain', 'lab/train-7', '--here');
    expect(slip).toMatchObject({ code: 2, stdout: '' });
    expect(slip.stderr).toBe('Unknown subject "lab/train-7"; did you mean "lab/train-7b"?\n');
    const gone = await spendwatch('explain', 'lab/quite-another', '--here');
    expect(gone.stderr).toBe(
      'Unknown subject "lab/quite-another"; spendwatch status and spendwatch vms list what exists.\n',
    );
    const rule = await spendwatch('explain', 'lab', '--rule', 'small budgets', '--here');
    expect(rule).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean "small budget"?') });
  });

  it('names the option whose policy cannot be read', async () => {
    const { code, stderr } = await spendwatch('replay', '--policy', 'none.yaml', '--here');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        /^1 mistake in the command line\n--policy names a file that cannot be read: none/,
      ),
    });
  });

  it('reports a missing ledger, and creates none', async () => {
    const { code, stderr } = await spendwatch('explain', 'lab', '--data', join(folder, 'none'));
    expect(code).toBe(2);
    expect(stderr).toContain('a folder without a ledger');
    await expect(readFile(join(folder, 'none'))).rejects.toThrow('ENOENT');
  });

  it('needs neither a cloud nor a key', async () => {
    const { url } = simulator;
    simulator = { ...simulator, url: '' };
    expect(await spendwatch('explain', 'lab', '--here')).toMatchObject({ code: 0 });
    simulator = { ...simulator, url };
  });
});

describe('spendwatch replay', () => {
  it('prints what would have been sent and stopped, day by day and in total', async () => {
    const { code, stdout, stderr } = await spendwatch('replay', '--here');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^28 observations from 2026-03-20 12:34 to 2026-03-20 13:40 \(UTC\)\n\n2026-03-20\n/,
    );
    expect(stdout).toMatch(/1\d:\d\d {2}would send {2}\[critical\] lab: \d+% of/);
    expect(stdout).toMatch(/1\d:\d\d {2}would stop project\/lab\/vm\/train-7b \(forgotten machines\)/);
    expect(stdout).toMatch(/1 action in enforce mode/);
    expect(stdout).toContain('A stop by itself saves nothing');
  });

  it('prints the same from a saved file, and a different result under another policy', async () => {
    const file = join(folder, 'seen.jsonl');
    const saved = await spendwatch('replay', '--save', file, '--here');
    expect(saved).toEqual({ code: 0, stdout: '', stderr: '' });
    const live = await spendwatch('replay', '--here', '--json');
    expect(await spendwatch('replay', '--from', file, '--json')).toEqual(live);
    expect(JSON.parse(live.stdout)).toMatchObject({ seen: { count: 28 }, totals: { actions: 1 } });
    const other = join(folder, 'other.yaml');
    await writeFile(other, 'version: 1\nrules: [{ name: big budget, budget: 1000000 USD a month }]\n');
    const { stdout } = await spendwatch('replay', '--from', file, '--policy', other);
    expect(stdout).toContain('Total: 0 messages, 0 actions in enforce mode.');
  });

  it.each([
    [['--from', 'nowhere.jsonl'], 'nowhere.jsonl'],
    [['--days', '36', '--here'], 'a whole number from 1 to 35'],
    [['--policy', 'nowhere.yaml', '--here'], 'nowhere.yaml'],
  ])('refuses %j and exits with 2', async (given, because) => {
    const { code, stderr } = await spendwatch('replay', ...given);
    expect(code).toBe(2);
    expect(stderr).toContain(because);
  });
});

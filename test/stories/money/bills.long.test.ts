import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { hours, instant, later } from '../../../lib/model/time/time.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { markedKey } from '../../support/api-key.ts';
import { at } from '../../support/at.ts';
import {
  type Asked,
  type BilledProject,
  billedCompute,
  billedPods,
  hoursIn,
} from '../../support/clouds/billed-clouds.ts';
import { runCommand } from '../../support/commands/run-command.ts';
import { rudeService } from '../../support/rude-service.ts';

const began = at('2026-03-12T00:05:00Z');
const moved = at('2026-03-12T02:00:00Z');
const gone = at('2026-03-11T00:00:00Z');

/** The hours after which spendwatch polls, and those after which budgets are read. */
const polledAfter = [0, 1, 3, 5, 7];
const askedAfter = [3, 7];
/** The hour from which on a route accepts all projects. */
const allTakenFrom = 7;

const policyOf = (alsoTold: string) => `version: 1
mode: enforce
alerts:
  routes:
    - { to: slack, projects: [old] }
    - { to: webhook, projects: [lab, egress, gone, pods${alsoTold}], accounts: ["*"] }
rules:
  - { name: moved, budget: 3000 USD a month, match: { project: lab }, at: [50%, 90%] }
  - { name: week, budget: 100 USD a week, match: { project: egress }, starts: thursday }
  - { name: nothing left, budget: 1200 USD a month, match: { project: gone }, forecast: 100%, at: [80%] }
  - { name: with credits, budget: 9000 USD a month, match: { account: acme } }
  - { name: forgotten, lifetime: 24h, match: { project: old }, then: [{ stop: after 15m }] }
  - { name: unheard, rate: 0.5 USD an hour, match: { project: quiet }, repeat: never }
  - { name: late records, budget: 2700 USD a month, match: { connection: late }, at: [99%] }
  - { name: records twice, budget: 3300 USD a month, match: { connection: twice } }
  - { name: sight, freshness: 2h }
`;

/** The charges of the first cloud: each project pays by the hour, and lab by another account from an hour on. */
function rowsOf(account: string, { from, until }: Asked) {
  const charged = (projectId: string, description: string, perHour: number, asked: Asked) =>
    hoursIn(asked) > 0 ? [{ projectId, description, amount: perHour * hoursIn(asked) }] : [];
  const asked = { from, until };
  const split = instant(Math.min(Math.max(moved, from), until));
  if (account === 'beta') return charged('lab', 'vm', 10, { from: split, until });
  const isWholeMonth = from < began && until > began;
  return [
    ...charged('lab', 'vm', 10, { from, until: split }),
    ...charged('egress', 'vm', 1, asked),
    ...charged('egress', 'Object storage egress', 10, asked),
    ...charged('gone', 'vm', 2.5, { from, until: instant(Math.min(until, gone)) }),
    ...['credited', 'old', 'quiet'].flatMap((project) => charged(project, 'vm', 1, asked)),
    ...(isWholeMonth ? [{ projectId: 'credited', description: 'Goodwill credit', amount: -90 }] : []),
  ];
}

const Status = z.object({ budgets: z.array(z.looseObject({ rule: z.string(), spent: z.coerce.number() })) });

async function playedMonth() {
  const clock = virtualClock(began);
  const projects = (): readonly BilledProject[] => [
    { id: 'lab', account: clock.now() > moved ? 'beta' : 'acme', vm: { id: 'a', price: 10 } },
    { id: 'gone', account: 'acme' },
    ...['egress', 'credited', 'old', 'quiet'].map((id) => ({
      id,
      account: 'acme',
      vm: { id: `vm-${id}`, price: 1 },
    })),
  ];
  const compute = await billedCompute(clock, { projects, rows: rowsOf });
  const late = await billedPods(clock, { price: 10, amountAfter: (age) => (age >= 4 ? 10 : 1) });
  const twice = await billedPods(clock, { price: 10, amountAfter: () => 10, times: 2 });
  const slack = await rudeService((response) =>
    response.end('<html><body>Please log in to the proxy</body></html>'),
  );
  const hook = await rudeService((response) => response.end());
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-bills-'));
  const connections = Object.entries({ north: compute, late, twice }).map(
    ([name, { url }]) =>
      `  - { name: ${name}, cloud: ${name === 'north' ? 'compute' : 'runpod'}, address: "${url}", viewer-key: "env:KEY_OF_${name.toUpperCase()}" }\n`,
  );
  const write = (policy: string) => writeFile(join(folder, 'policy.yaml'), policy);
  await writeFile(
    join(folder, 'settings.yaml'),
    `policy: policy.yaml\ndata: ledger\nconnections:\n${connections.join('')}`,
    { mode: 0o600 },
  );
  const environment = {
    SPENDWATCH_SETTINGS: join(folder, 'settings.yaml'),
    KEY_OF_NORTH: markedKey('north'),
    KEY_OF_LATE: markedKey('late'),
    KEY_OF_TWICE: markedKey('twice'),
    SPENDWATCH_SLACK_URL: `${slack.url}/services/x`,
    SPENDWATCH_WEBHOOK_URL: hook.url,
    SPENDWATCH_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  };
  const command = (...words: readonly string[]) => runCommand({ arguments: words, environment, clock });
  const spent = new Map<number, Readonly<Record<string, number>>>();
  let unheard = '';
  await write(policyOf(''));
  const test = await command('test-alert', '--route', 'slack');
  for (const hour of polledAfter) {
    clock.set(later(began, hours(hour)));
    if (hour === allTakenFrom) {
      unheard = (await command('alerts')).stdout;
      await write(policyOf(', quiet'));
    }
    await command('once');
    if (!askedAfter.includes(hour)) continue;
    const { budgets } = Status.parse(JSON.parse((await command('status', '--json')).stdout));
    spent.set(hour, Object.fromEntries(budgets.map((budget) => [budget.rule, budget.spent])));
  }
  const explained = (await command('explain', 'acme')).stdout;
  await rm(folder, { recursive: true });
  const heard = hook.received.map(({ body }) => String(JSON.parse(body).subject));
  return {
    test,
    spent,
    unheard,
    explained,
    heard,
    changes: compute.received.filter(({ method }) => method !== 'GET'),
  };
}

describe('A month that clouds bill in unusual ways, on the command line', { timeout: 240_000 }, () => {
  let playing: ReturnType<typeof playedMonth> | undefined;
  /** Plays the month in the first test that asks for it. */
  async function played() {
    playing ??= playedMonth();
    const month = await playing;
    return {
      ...month,
      /** Returns the spend of a budget at each of the hours at which it was read. */
      spentBy: (rule: string) =>
        [...month.spent].map(([hour, budgets]) => [hour, budgets[rule] ?? 0] as const),
      heardOf: (part: string) => month.heard.filter((subject) => subject.includes(part)),
    };
  }

  it('keeps counting a project that moved to another account, and notifies its threshold (invariant 27)', async () => {
    const { spentBy, heardOf } = await played();
    for (const [hour, spent] of spentBy('moved')) expect(spent).toBeCloseTo(2640 + 10 * hour, -1);
    expect(heardOf('lab')).toContainEqual(
      expect.stringContaining('[warning] lab (north): 90% of "moved" spent'),
    );
  });

  it('counts charges without an hourly price in a weekly budget (invariant 27)', async () => {
    const { spentBy, heardOf } = await played();
    for (const [hour, spent] of spentBy('week')) expect(Math.abs(spent - 11 * hour)).toBeLessThan(12);
    expect(heardOf('egress')).toContainEqual(
      expect.stringContaining('[info] egress (north): 55% of "week" spent'),
    );
  });

  it('counts what was metered where the newest records are too low at first (invariant 27)', async () => {
    const { spentBy, heardOf } = await played();
    for (const [hour, spent] of spentBy('late records'))
      if (hour >= 4) expect(Math.abs(spent - (2640 + 10 * hour))).toBeLessThan(5);
    expect(heardOf('(late)')).toEqual([
      '[warning] pods (late): 99% of "late records" spent, 2,690 of 2,700 USD',
    ]);
  });

  it('counts once what the bill contains twice (invariant 27)', async () => {
    const { spentBy, heardOf } = await played();
    for (const [hour, spent] of spentBy('records twice')) expect(spent).toBeCloseTo(2640 + 10 * hour, -1);
    expect(heardOf('(twice)')).toEqual([
      '[warning] pods (twice): 80% of "records twice" spent, 2,640 of 3,300 USD',
    ]);
  });

  it('reports credits, which hide nothing and make nothing unreadable (invariant 27)', async () => {
    const { heardOf, explained } = await played();
    expect(explained).toContain('credits of 90.00 USD are not subtracted');
    expect(explained).not.toContain('at least');
    expect(heardOf('unreadable')).toEqual([]);
  });

  it('has no forecast beyond the spend so far where no resource is left', async () => {
    const { spentBy, heardOf } = await played();
    for (const [, spent] of spentBy('nothing left')) expect(spent).toBe(600);
    expect(heardOf('gone')).toEqual([]);
  });

  it('stops nothing whose announcement was answered by a login page (invariant 28)', async () => {
    const { test, changes } = await played();
    expect(test).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('its answer is a web page'),
    });
    expect(changes).toEqual([]);
  });

  it('lists an alert that no route accepts, and sends it once one does (invariant 28)', async () => {
    const { heardOf, unheard } = await played();
    expect(unheard).toMatch(/^critical +unheard +quiet \(north\) .* no route takes it/m);
    expect(heardOf('quiet')).toEqual(['[critical] quiet (north): burn rate 1.00 USD/h, 200 % of the limit']);
  });
});

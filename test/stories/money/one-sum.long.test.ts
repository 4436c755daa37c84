import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { main } from '../../../lib/cli/main.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import type { Overview } from '../../../lib/dashboard/data/overview.ts';
import type { BudgetCurve, SpendSeriesReply, SubjectPage } from '../../../lib/dashboard/replies.ts';
import { days, earlier, type Instant, minutes } from '../../../lib/model/time/time.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { holdLedger, readLedger } from '../../../lib/service/ledger/open-ledger.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { type VirtualClock, virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld as computeWorld } from '../../../lib/simulators/compute/world/world.ts';
import type { RunningSimulator } from '../../../lib/simulators/http/listen.ts';
import { serveRunpod } from '../../../lib/simulators/runpod/serve.ts';
import { createPod } from '../../../lib/simulators/runpod/world/pods.ts';
import type { State } from '../../../lib/simulators/runpod/world/state.ts';
import { createWorld } from '../../../lib/simulators/runpod/world/world.ts';
import { listMetrics } from '../../../lib/views/metrics/metrics.ts';
import { aDashboard } from '../../dashboard/a-dashboard.ts';
import { aPod, editor } from '../../simulators/runpod/an-account.ts';
import { markedKey } from '../../support/api-key.ts';
import { at } from '../../support/at.ts';
import { keptStream } from '../../support/commands/kept-stream.ts';

const policyText = `version: 1
rules:
  - { name: spend, budget: 2000 USD a month, at: [10%] }
  - { name: idle, idle: 1h }
`;
const begin = at('2026-11-24T10:25:00');
const ago = (count: number): Instant => earlier(begin, days(count));

const clouds = {
  runpod: {
    project: 'pods',
    account: 'account/runpod',
    serve: (clock: VirtualClock): Promise<RunningSimulator> => {
      const pod = (name: string, since: Instant) => ({
        at: since,
        happen: (state: State) => createPod(state, { ...aPod, name }),
      });
      const script = [pod('one', ago(12)), pod('two', ago(3))];
      const world = createWorld({ seed: 7, clock, credit: 10_000, script });
      return serveRunpod({ world, clock, keys: [editor] });
    },
  },
  compute: {
    project: 'lab',
    account: 'account/main',
    serve: (clock: VirtualClock): Promise<RunningSimulator> => {
      const opened = '2026-11-03T08:00:00Z';
      const events = [
        happens(opened, { kind: 'open-account', id: 'main', paymentTerms: 'PREPAID', credit: '5000' }),
        happens(opened, { kind: 'create-project', id: 'lab', account: 'main' }),
        newVm(opened, 'lab', 'server', { priceHr: '2.3217' }),
      ];
      const world = computeWorld({ seed: 7, clock, events });
      return serveSimulator({ world, keys: [{ key: markedKey('editor'), role: 'editor' }] });
    },
  },
};

let folder: string;
let simulator: RunningSimulator;
afterEach(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

type Machine = Awaited<ReturnType<typeof aMachine>>;

/** A new user's machine, on which commands run one after the other. */
async function aMachine(cloud: keyof typeof clouds) {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-one-sum-'));
  const clock = virtualClock(begin);
  const { project, account, serve } = clouds[cloud];
  simulator = await serve(clock);
  await writeFile(join(folder, 'policy.yaml'), policyText);
  const data = join(folder, 'ledger');
  const run = async (...given: readonly string[]): Promise<string> => {
    const [stdout, stderr] = [keptStream(), keptStream()];
    const code = await main({
      arguments: [...given, '--data', data],
      environment: {
        SPENDWATCH_CLOUD: cloud,
        SPENDWATCH_CLOUD_URL: simulator.url,
        SPENDWATCH_API_KEY: markedKey('editor'),
        SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
      },
      clock,
      stdout: Object.assign(stdout, { isTTY: true, columns: 200 }),
      stderr,
      signal: new AbortController().signal,
    });
    expect({ given, code: code > 1 ? stderr.text() : 'well' }).toEqual({ given, code: 'well' });
    return stripVTControlCharacters(`${stdout.text()}${stderr.text()}`);
  };
  return {
    project,
    account,
    clock,
    data,
    run,
    json: async (...given: readonly string[]) => JSON.parse(await run(...given, '--json')),
  };
}

const cents = (amount: unknown): string => Number(amount).toFixed(2);
/** Returns the first amount in dollars after some words, such as "2,297.00 USD" or "2,297.00 of 2,000.00 USD". */
const amountAfter = (text: string, words = ''): string =>
  new RegExp(`${words}~?([\\d,]+\\.\\d\\d)`).exec(text)?.[1]?.replaceAll(',', '') ?? text;

/** The figures that must be equal, by the surface that shows them. */
type Figures = {
  readonly month: Readonly<Record<string, string>>;
  readonly rate: Readonly<Record<string, string>>;
  readonly credit: Readonly<Record<string, string>>;
};

async function figuresOf(
  { project, account, clock, data, run, json }: Machine,
  message: string,
): Promise<Figures> {
  const held = await holdLedger(data, 'spendwatch');
  const subject = `project/${project}`;
  const status = await json('status');
  const [ofProject, ofAccount] = [subject, account].map((name) =>
    status.targets.find(({ target }: { target: string }) => target === name),
  );
  const [spend, byKind, byDay, budgets, vms] = await Promise.all(
    [['spend'], ['spend', '--by', 'kind'], ['spend', '--by', 'day'], ['budgets'], ['vms']].map((given) =>
      json(...given),
    ),
  );
  const exported = await run('export', '--running', '--per', 'day', '--from', '2026-11-01');
  const [statusText, spendText] = [await run('status'), await run('spend')];
  const place = { kind: 'folder', data, table: 'spendwatch' } as const;
  const replies = await readLedger(place, async (ledger) => {
    const policy = readPolicy(policyText, 'policy.yaml');
    const dashboard = await aDashboard({ ledger: ledger as Ledger, policy, now: clock.now() });
    const reply = async <T>(path: string) => (await dashboard.json(path)) as T;
    return {
      overview: await reply<Overview>('/api/overview'),
      page: await reply<SubjectPage>(`/api/subject?name=${subject}`),
      curve: await reply<BudgetCurve>(`/api/budget?name=${subject}`),
      series: await reply<SpendSeriesReply>('/api/spend?range=30d&by=project'),
      metrics: listMetrics(await ledger.heads(), policy, clock.now()),
    };
  });
  await held.close();
  const { overview, page, curve, series, metrics } = replies;
  const metric = (name: string, of: object) =>
    metrics
      .find((family) => family.name === name)
      ?.samples.find((sample) => Object.entries(of).every(([key, value]) => sample.of[key] === value))?.value;
  const beyond = (text: string | null) => (text === null ? 0 : Number(amountAfter(text)));
  const notExported = exported.split('\n').find((line) => line.includes('is of no hour')) ?? null;
  const drawn = series.layers.reduce((sum, { total }) => sum + total.value, 0);
  return {
    month: {
      'status --json': cents(status.whole.toDate),
      'status --json, the project': cents(ofProject.toDate),
      'status --json, the account': cents(ofAccount.toDate),
      status: amountAfter(statusText.split('\n').find((line) => line.includes(' this month')) ?? ''),
      'spend --json': cents(spend.total),
      'spend by kind': cents(byKind.total),
      'spend by day': cents(byDay.total),
      'rows of spend by day': cents(
        byDay.rows.reduce((sum: number, { usd }: { usd: string }) => sum + Number(usd), 0),
      ),
      spend: amountAfter(spendText),
      budgets: cents(budgets.budgets[0].spent),
      'overview, the tile': cents(overview.month.spent?.value),
      'overview, the project': amountAfter(overview.projects[0]?.month ?? ''),
      'overview, the budget': amountAfter(overview.budgets[0]?.spent?.text ?? ''),
      'the budget of a project': amountAfter(page.target?.budgets[0]?.spent?.text ?? ''),
      'the curve of a budget': cents(curve.points.at(-1)?.spent),
      'the chart, and what it does not draw': cents(drawn + beyond(series.beyondHours)),
      'the metric to date': cents(metric('spendwatch_spend_month_to_date_dollars', { basis: 'to-date' })),
      'the metric of the budget': cents(metric('spendwatch_budget_spent_dollars', {})),
      'export, and what it leaves out': cents(
        Number(amountAfter(exported, 'row.*project, ')) + beyond(notExported),
      ),
      ...(message.includes('has spent') && { message: amountAfter(message, 'has spent ') }),
    },
    rate: {
      'status --json': cents(status.whole.burnRate),
      'the account': cents(ofAccount.burnRate),
      vms: cents(
        vms.machines.reduce(
          (sum: number, { usdAnHour }: { usdAnHour: string }) => sum + Number(usdAnHour),
          0,
        ),
      ),
      overview: cents(overview.burn.value),
      ...(message.includes('Burn rate') && { message: amountAfter(message, 'Burn rate +') }),
    },
    credit: {
      'status --json': cents(ofAccount.credit),
      status: amountAfter(statusText, 'Account [a-z]+: (?:.*about )?'),
      overview: cents(overview.accounts[0]?.credit?.value),
      metric: cents(metric('spendwatch_credit_balance_dollars', {})),
    },
  };
}

it.each(Object.keys(clouds) as (keyof typeof clouds)[])(
  '%s: one month has one sum on every surface, from the first poll to the third hour',
  async (cloud) => {
    const machine = await aMachine(cloud);
    for (const wait of [0, 65, 115]) {
      machine.clock.advance(minutes(wait));
      const figures = await figuresOf(machine, await machine.run('once'));
      for (const [of, shown] of Object.entries(figures)) {
        const [first] = Object.values(shown);
        const same = Object.fromEntries(Object.keys(shown).map((surface) => [surface, first]));
        expect({ wait, of, ...shown }).toEqual({ wait, of, ...same });
      }
    }
  },
);

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchLedger } from '../ledger.ts';
import { assumed, bill, type Measured } from './bill.ts';
import { london, type Prices, priceSources, pricesAsOf, virginia } from './prices.ts';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const sizes = [1, 10, 100, 1_000];
const figures = await benchLedger();
const figure = (what: string): number => {
  const found = figures.find((entry) => entry.what.startsWith(what));
  if (found === undefined) throw new Error(`nothing was measured of ${what}`);
  return Number.parseFloat(found.figure);
};
const latest = (projects: number) => figure(`read units: latest of everything, ${projects} projects`);
const measured: Measured = {
  writes: figure('write units a target and poll, 100 VMs, all sampled'),
  // Sixteen queries are a unit or half of one each, however little they find.
  reads: new Map(sizes.map((size) => [size, latest(Math.max(10, size))])),
  cpu: 0.004,
};

/** What is there for the asking, in every account and always: ten alarms, ten metrics, three dashboards. */
const givenAway = ['alarms (9)', 'metrics (10) and dashboard'];

const allOf = (one: ReadonlyMap<string, number>, without: readonly string[] = []) =>
  [...one].reduce((sum, [name, amount]) => (without.includes(name) ? sum : sum + amount), 0);

function table(prices: Prices): string {
  const bills = sizes.map((size) => bill(prices, size, measured));
  const row = (name: string, amounts: readonly number[]) =>
    `| ${[name, ...amounts.map((amount) => amount.toFixed(2))].join(' | ')} |`;
  const names = [...(bills[0]?.keys() ?? [])];
  return [
    `| ${prices.region}, USD a month | ${sizes.map((size) => (size === 1 ? '1 project' : `${size.toLocaleString('en')} projects`)).join(' | ')} |`,
    `| --- | ${sizes.map(() => '---').join(' | ')} |`,
    ...names.map((name) =>
      row(
        name,
        bills.map((one) => one.get(name) ?? 0),
      ),
    ),
    row(
      '**all at list price**',
      bills.map((one) => allOf(one)),
    ),
    row(
      '**without what CloudWatch gives every account**',
      bills.map((one) => allOf(one, givenAway)),
    ),
    row(
      'polling alone: no key, alarms or metrics',
      bills.map((one) => allOf(one, [...givenAway, 'the key of the topic'])),
    ),
  ].join('\n');
}

const page = `# What it costs to run

Written by \`npm run bench:cost\`; do not edit. Projects of 100 VMs, polled every five minutes, one shard.

${table(virginia)}

${table(london)}

## Where the figures come from

Measured by the same command: ${measured.writes} write units a target and poll with every VM sampled; ${sizes
  .map((size) => `${measured.reads.get(size)}`)
  .join(', ')} read units for the latest of everything, which \`watch\` and \`act\` each read once a run.

Assumed, since none of it was run on AWS: functions of 512 MB; ${assumed.overhead * 1_000} ms of a warm run before and after the
work; ${assumed.requests} requests for a project and poll of ${assumed.latency * 1_000} ms each, ${assumed.inFlight} in flight; ${measured.cpu * 1_000} ms of one core for a project (see [performance](performance.md)), of which
512 MB have ${(assumed.core * 100).toFixed(0)} %; ${assumed.historyMb} MB of history a target once nothing is older than it is kept; ${assumed.messages} messages a month.

Prices are list prices without any allowance, written down on ${pricesAsOf} and not read from the pages that day; check there before you
rely on one:
${priceSources.map((source) => `<${source}>`).join(', ')}.

## What can be left out

- \`dashboard=false\`: no metrics and no dashboard. With it there are ten metrics, whatever is watched: a metric for
  each project would cost more than everything else together. CloudWatch gives every account ten metrics,
  ten alarms and three dashboards; one stage alone fits in, a second one pays.
- \`topicKey\`: a KMS key that you have already, in place of one for 1 USD a month. AWS's own key for SNS costs
  nothing, but alarms cannot publish with it. A year-old key costs another dollar for each of its first two rotations.

## Beside others

| | what it does | USD a month |
| --- | --- | --- |
| spendwatch, 10 projects | all of the above | ${allOf(bill(virginia, 10, measured)).toFixed(2)} |
| Instance Scheduler on AWS | starts and stops by the clock, 2 accounts and 2 regions | 13.15 |
| AWS Budgets with actions | one budget, 8 to 12 hours late | 3.00 each |
`;
writeFileSync(join(import.meta.dirname, '../../../docs/cost.md'), page.replace(/[ \t]+$/gm, ''));

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isShort, sized } from '../scale.ts';
import { assumed, bill, runTakes } from './bill.ts';
import { type Fleet, fleetOf } from './fleet.ts';
import { costPage } from './page.ts';
import { pollProjects } from './poll.ts';
import { london, type Prices, virginia } from './prices.ts';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const sizes = [1, 10, 100, 1_000];
const [few, more] = [2, sized(12, 4)] as const;
const budget = 'version: 1\nrules:\n  - { name: budget, budget: 50000 USD a month }\n';
const idle = '  - { name: idle, idle: 4h, then: [{ stop: after 1h }] }\n';

const learned = '  - { name: idle, idle: learned, then: [{ stop: after 1h }] }\n';
/** Hours after which such a rule knows every VM for a day, and has stored the use of VMs several times. */
const warmUpOfLearned = sized(36, 1);

const measure = async (rules: string, unmeasuredHours?: number): Promise<Fleet> =>
  fleetOf(
    [few, await pollProjects(few, rules, unmeasuredHours)],
    [more, await pollProjects(more, rules, unmeasuredHours)],
  );
const unsampled = await measure(budget);
/** The same projects in two accounts, each with a connection of its own. */
const inTwo = fleetOf(
  [few, await pollProjects(few, budget, undefined, 2)],
  [more, await pollProjects(more, budget, undefined, 2)],
  2,
);
const sampled = await measure(budget + idle);
const judged = await measure(budget + learned, warmUpOfLearned);

/** As few requests a minute as let a run end well before its time limit. */
const allowance = (projects: number, fleet: Fleet): number => {
  const enough = [600, 1_200, 2_400, 6_000, 12_000, 24_000, 48_000].find(
    (perMinute) => runTakes(projects, fleet, perMinute) < 60,
  );
  return enough ?? 48_000;
};

const total = (one: ReadonlyMap<string, number>) =>
  [...one.values()].reduce((sum, amount) => sum + amount, 0);
const cells = (name: string, values: readonly string[]) => `| ${[name, ...values].join(' | ')} |`;
const cents = (amounts: readonly number[]) => amounts.map((amount) => amount.toFixed(2));

const head = (first: string): string[] => [
  cells(
    first,
    sizes.map((size) => (size === 1 ? '1 project' : `${size.toLocaleString('en')} projects`)),
  ),
  cells(
    '---',
    sizes.map(() => '---'),
  ),
];
const billsOf = (prices: Prices, fleet: Fleet) =>
  sizes.map((size) => bill(prices, size, fleet, allowance(size, fleet)));

/** What a month comes to, each kind of fleet in a row. */
function totals(...rows: readonly (readonly [Prices, string, Fleet])[]): string {
  return [
    ...head('USD a month'),
    ...rows.map(([prices, what, fleet]) =>
      cells(`${prices.region}, ${what}`, cents(billsOf(prices, fleet).map(total))),
    ),
  ].join('\n');
}

function table(prices: Prices, what: string, fleet: Fleet): string {
  const bills = billsOf(prices, fleet);
  const names = [...(bills[0]?.keys() ?? [])];
  return [
    ...head(`${prices.region}, ${what}, USD a month`),
    ...names.map((name) => cells(name, cents(bills.map((one) => one.get(name) ?? 0)))),
    cells(
      '`requestsPerMinute`',
      sizes.map((size) => allowance(size, fleet).toLocaleString('en')),
    ),
    cells(
      'seconds that a run of `watch` takes',
      sizes.map((size) => runTakes(size, fleet, allowance(size, fleet)).toFixed(1)),
    ),
  ].join('\n');
}

const learns = 'every VM sampled, `idle: learned`';
const tables = [
  totals(
    [virginia, 'no VM sampled', unsampled],
    [virginia, 'every VM sampled', sampled],
    [virginia, learns, judged],
    [virginia, 'no VM sampled, two connections', inTwo],
    [london, 'no VM sampled', unsampled],
    [london, 'every VM sampled', sampled],
    [london, learns, judged],
  ),
  table(virginia, 'no VM sampled', unsampled),
];
const page = costPage({ tables, unsampled, sampled, judged, assumed, prices: virginia });
/** The version of Node that the functions run on; on Node 20 they take longer. */
const runtime = 24;
if (/NaN|Infinity|undefined/.test(page)) throw new TypeError(`a figure is missing:\n${page}`);
if (isShort) process.stdout.write(`${page}\nNot written to docs/cost.md: the short form measures nothing.\n`);
else if (Number(process.versions.node.split('.')[0]) === runtime)
  writeFileSync(join(import.meta.dirname, '../../../docs/cost.md'), page);
else
  process.stdout.write(
    `${page}\nNot written to docs/cost.md: the functions run on Node ${runtime}, and this is ${process.version}.\n`,
  );

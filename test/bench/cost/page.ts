import { type assumed as Assumed, bytesOut, wire } from './bill.ts';
import type { Fleet } from './fleet.ts';
import { type Prices, priceSources, pricesAsOf } from './prices.ts';
import { signalsSection } from './signals.ts';

type Figures = {
  readonly tables: readonly string[];
  readonly unsampled: Fleet;
  readonly sampled: Fleet;
  /** By a rule that learns. */
  readonly judged: Fleet;
  readonly assumed: typeof Assumed;
  readonly tenProjects: number;
  readonly prices: Prices;
};

const perProject = (figure: (projects: number) => number): number => figure(101) - figure(100);
/** What is left of the questions if the 95 of 100 VMs that are in use are asked once an hour, not every 45 minutes. */
const hourly = (5 + 95 / 4) / (5 + 95 / 3);
const rounded = (figure: number, digits: number): string => figure.toFixed(digits);

/** Where the figures of a fleet come from, in one row. */
function measured(what: string, fleet: Fleet): string {
  const ms = (figure: (projects: number) => number) => rounded(1_000 * perProject(figure), 1);
  const row = [
    what,
    `${rounded(fleet.writesOfProject, 2)} and ${rounded(fleet.writesOfAccount, 2)}`,
    rounded(fleet.reads(1_000) / 1_000, 1),
    rounded(perProject(fleet.requests), 1),
    `${rounded(perProject(fleet.sent) / 1e3, 1)} and ${rounded(perProject((projects) => bytesOut(projects, fleet)) / 1e3, 1)}`,
    `${ms(fleet.watching)} and ${ms(fleet.acting)}`,
    rounded(fleet.left, 0),
    rounded(perProject(fleet.kept) / 1e6, 1),
  ];
  return `| ${row.join(' | ')} |`;
}

export function costPage({
  tables,
  unsampled,
  sampled,
  judged,
  assumed,
  tenProjects,
  prices,
}: Figures): string {
  const transfer = (fleet: Fleet) => ((assumed.polls * bytesOut(1_000, fleet)) / 1e9) * prices.transfer;
  const monitors = transfer(sampled) - transfer(unsampled);
  const tenMore = ((assumed.polls * 10 * sampled.requests(1_000)) / 1e9) * prices.transfer;
  const uncompressed = transfer({ ...sampled, received: sampled.expanded }) - transfer(sampled);
  const more = perProject(sampled.requests) - perProject(unsampled.requests);
  const kept = (1_000 * perProject(sampled.kept)) / 1e9;
  return `# What it costs to run

Written by \`npm run bench:cost\` on Node 24, which the functions run on; do not edit. Projects of 100 VMs, of which five are idle and
all others clearly in use, and one billing account for each connection, of which there is one where nothing else is said, polled every five minutes, one shard, everything as it is by default. A VM is sampled, every 15 to 60 minutes, only if an idle rule speaks of it: rules on
money, waste, schedules, lifetimes and commitments need no samples. Where every VM is sampled and nothing else is said, the idle rule has a fixed window of four hours.

${tables.join('\n\n')}

The goals are those of the design, for no region in particular; DynamoDB costs 19 % more in eu-west-2. Sampling every VM
makes ${more.toFixed(0)} more requests of each project and poll, whose time Lambda charges for; an idle rule with a \`match\` samples only
what it matches.

## Where the figures come from

Both functions, bundled with the options of the deployed ones and run in a process of their own against a simulated cloud and a DynamoDB server over HTTP for three hours of
polls after eight to warm up, or 36 where a rule learns, with two projects and with twenty; the line through the two gives what each project adds. Units to
read all heads are reckoned from their bytes, since twenty do not fill the unit that each of 16 partitions takes.

| of a project and poll | write units, and of the account | read units of 1,000 | requests | KB that they send, and with TLS and TCP | ms of a core, watch and act | bytes that it leaves | MB kept |
| --- | --- | --- | --- | --- | --- | --- | --- |
${measured('no VM sampled', unsampled)}
${measured('every VM sampled', sampled)}
${measured('every VM sampled, `idle: learned`', judged)}

\`MB kept\` is a project's history once nothing is older than it is kept: samples 35 days, hours 400, days and the audit log
five years. It grows to that in as long.

Assumed, since none of it was run on AWS: functions of ${assumed.memoryGib * 1_024} MB, which have ${(assumed.core * 100).toFixed(0)} % of a core of this machine's speed, on the same Node, and
ask the cloud and DynamoDB without TLS, whose processor time is not counted;
${assumed.overhead * 1_000} ms of each run on waiting for what comes one after the other; answers of the cloud in ${assumed.latency * 1_000} ms, ${assumed.inFlight} in flight; ${assumed.audits} lines of the audit
log of ${assumed.auditBytes} bytes for each project and day; ${assumed.itemBytes} bytes that DynamoDB adds to an item; ${assumed.messages} messages a month, each an
e-mail; a key and ids of a few characters, of which ten more in each request cost ${tenMore.toFixed(2)} USD at 1,000 projects with every VM sampled. AWS charges for what leaves it: requests to the cloud, each with ${wire.record} bytes of a TLS record and ${wire.packet} of a packet's headers,
an acknowledgement for every second packet of a reply, and ${wire.connection} bytes for each of up to ${wire.connections} connections of a run. The acknowledgement of a reply's last packet goes with the next request: counted on Linux, 99 of 100 do at 100 requests a second and none at ten; runs that sample send 80 to 340. The
replies are compressed, those of simulated VMs to less than of real ones, which differ more; from a cloud that does not compress them, 1,000 projects with every VM sampled cost ${uncompressed.toFixed(2)} USD more. An API key is read
and decrypted every 15 minutes by each function, and Lambda begins each anew 16 times a day, ${assumed.startTakes} s that it charges for. A run waits where it
has more requests than \`requestsPerMinute\`, and waiting is charged for; the tables have the least setting with which it ends
within a minute.

Prices are list prices without any allowance, written down on ${pricesAsOf} and not read from the pages that day; check there before you
rely on one:
${priceSources.map((source) => `<${source}>`).join(', ')}.

## What is not in the default, and what it would cost

| setting | USD a month | in its place |
| --- | --- | --- |
| \`dashboard=true\` | ${prices.dashboard.toFixed(2)} | saved queries of CloudWatch Logs Insights show the same figures, at 0.005 USD for each GB they read |
| \`metrics=true\` | ${(10 * prices.metric).toFixed(2)}: ten at ${prices.metric.toFixed(2)}, however much is watched | the same figures in the log |
| \`topicKey\` | ${prices.key.toFixed(2)} for a key made for it; a key that is a year old costs another dollar for each of its first two rotations | AWS's own key for SNS, which alarms cannot publish with: they invoke a function that can ([decision 8](decisions/0008-on-aws.md)) |
| \`answerSecret\` | ${(2 * prices.alarm).toFixed(2)} for two metrics more in alarms, and ${answersByLink(prices, assumed).toFixed(2)} for 1,000 answers by link: a page and its form, of two seconds each, and four writes; with them every head is read three times an answer | answers by command |
| \`pushSecret\` | ${(2 * prices.alarm).toFixed(2)} for two metrics more in alarms, beside [the pushes](#signals) | a Prometheus |

CloudWatch gives every account ten metrics of its own, ten metrics in alarms and three dashboards: in an account that has not used
them, \`dashboard=true\` and \`metrics=true\` cost nothing for one stage, nor do its alarms.

${signalsSection(prices)}
## What could be saved, and is not

- **Questions for monitor samples** are ${monitors.toFixed(2)} USD of data transfer out at 1,000 projects with every VM sampled. A VM in use
  is asked every 45 minutes, since the simulated replies reach back an hour, and any other every 15
  ([decision 15](decisions/0015-samples-by-need.md)). Where replies reach back an hour and a quarter, it is asked every hour,
  and the questions are about ${(monitors * hourly).toFixed(2)} USD. An idle VM of 2 USD an hour that is found 15 minutes later costs 0.50 USD at once.
- **Point-in-time recovery** is ${((100 * prices.recovery) / (prices.recovery + prices.storage)).toFixed(0)} % of what keeping ${kept.toFixed(1)} GB costs at 1,000 projects. It is what brings the ledger back when
  somebody deletes the wrong thing.
- **Samples of 35 days** are most of what is kept. Rules look back hours; people and \`replay\` look back further.
- **Alarms** look at ${assumed.alarmedMetrics} metrics. What goes wrong for long ends in dead letters or in silence, so two would do; the others say
  sooner and better what it is.

## Beside others

| | what it does | USD a month |
| --- | --- | --- |
| spendwatch, 10 projects | all of the above | ${tenProjects.toFixed(2)} |
| Instance Scheduler on AWS | starts and stops by the clock, 2 accounts and 2 regions | 13.15 |
| AWS Budgets with actions | one budget, 8 to 12 hours late | 3.00 each |
`;
}

/** 1,000 answers by link, without the reads of heads: two runs of two seconds each, and four writes. */
const answersByLink = ({ compute, invocations, writes }: Prices, { memoryGib }: typeof Assumed): number =>
  2_000 * (2 * memoryGib * compute + invocations / 1e6) + (4_000 * writes) / 1e6;

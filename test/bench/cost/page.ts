import { type assumed as Assumed, bytesOut } from './bill.ts';
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
  readonly prices: Prices;
};

const perProject = (figure: (projects: number) => number): number => figure(101) - figure(100);
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

export function costPage({ tables, unsampled, sampled, judged, assumed, prices }: Figures): string {
  const transfer = (fleet: Fleet) => ((assumed.polls * bytesOut(1_000, fleet)) / 1e9) * prices.transfer;
  const uncompressed = transfer({ ...sampled, received: sampled.expanded }) - transfer(sampled);
  const more = perProject(sampled.requests) - perProject(unsampled.requests);
  return `# What it costs to run

Written by \`npm run bench:cost\` on Node 24; do not edit. Projects of 100 VMs, five of them idle, polled every five minutes, with one
billing account for each connection, and every setting at its default. A VM is sampled only if an idle rule matches it; where nothing
else is said, that rule has a window of four hours. The path that [deploying.md](deploying.md#first-deployment) recommends has a KMS key for the
API keys: it costs ${prices.key.toFixed(2)} USD more than these tables say.

${tables.join('\n\n')}

Sampling every VM makes ${more.toFixed(0)} more requests of each project and poll, whose time Lambda charges for; an idle rule with a \`match\`
samples only what it matches.

## Where the figures come from

Both functions, bundled as they are deployed, ran against a simulated cloud and a DynamoDB server over HTTP, with two projects and with
twenty; the line through the two gives what each project adds. None of it was run on AWS.

| of a project and poll | write units, and of the account | read units of 1,000 | requests | KB that they send, and with TLS and TCP | ms of a core, watch and act | bytes that it leaves | MB kept |
| --- | --- | --- | --- | --- | --- | --- | --- |
${measured('no VM sampled', unsampled)}
${measured('every VM sampled', sampled)}
${measured('every VM sampled, `idle: learned`', judged)}

\`MB kept\` is a project's history once nothing is older than it is [kept](architecture.md#the-ledger).

Assumed: functions of ${assumed.memoryGib * 1_024} MB with ${(assumed.core * 100).toFixed(0)} % of a core of the machine that measured; ${assumed.overhead * 1_000} ms of waiting in each run; answers of the cloud
in ${assumed.latency * 1_000} ms, ${assumed.inFlight} in flight, and compressed (else ${uncompressed.toFixed(2)} USD more for 1,000 projects with every VM sampled); ${assumed.audits} audit lines of ${assumed.auditBytes} bytes
for each project and day; ${assumed.messages} e-mails a month; keys read every 15 minutes; 16 cold starts a day of ${assumed.startTakes} s. \`requestsPerMinute\` is
the least with which a run ends within a minute.

List prices without any allowance, written down on ${pricesAsOf}; check them before you rely on one:
${priceSources.map((source) => `<${source}>`).join(', ')}.

## What is not in the default

| setting | USD a month |
| --- | --- |
| \`metrics=true\` | ${(10 * prices.metric).toFixed(2)}: ten at ${prices.metric.toFixed(2)}, however much is watched |
| \`apiKeysKey\` | ${prices.key.toFixed(2)} for a key made for it, as [deploying.md](deploying.md#first-deployment) recommends; its requests are in the tables |
| \`topicKey\` | ${prices.key.toFixed(2)} for a key made for it |
| \`answerSecret\` | ${(2 * prices.alarm).toFixed(2)} for two metrics in alarms, and ${answersByLink(prices, assumed).toFixed(2)} for 1,000 answers by link |
| \`pushSecret\` | ${(2 * prices.alarm).toFixed(2)} for two metrics in alarms, beside [the pushes](#signals) |

CloudWatch gives every account ten metrics, and ten metrics in alarms.

${signalsSection(prices)}`;
}

/** 1,000 answers by link, without the reads of heads: two runs of two seconds each, and four writes. */
const answersByLink = ({ compute, invocations, writes }: Prices, { memoryGib }: typeof Assumed): number =>
  2_000 * (2 * memoryGib * compute + invocations / 1e6) + (4_000 * writes) / 1e6;

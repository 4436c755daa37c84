import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { stableHash } from '../../lib/model/stable-hash.ts';
import { minutes } from '../../lib/model/time/time.ts';
import { type Cut, cutScenario, isPart } from './cut.ts';
import { drawRunpod } from './draw/draw-runpod.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import { atEveryIo, everydayScenario } from './every-io.ts';
import { failureInWords, huntSeed, type SeedResult, sumUp, targetHours, violationInWords } from './hunt.ts';
import { openRecord } from './hunt-record.ts';
import { followOrders, hunterArgument, huntInProcesses } from './hunters.ts';
import { narrator } from './narrator.ts';
import type { Observer } from './observer.ts';
import { simulate } from './run.ts';

const usage = `The deterministic simulation of spendwatch.

  npm run simulate -- --years 100 [--seed 1000]   that many years of targets, from a seed on, on all cores; one turn in five is taken again
      --record years.jsonl                        keeps what seeds came to, and goes on from there
  npm run simulate -- --seed 7                    one seed, told at length
      --hours 12 --vms research/a-vm --without outages,delay     cut to what matters
      --runpod                                    the same on RunPod
  npm run simulate -- --every-io [--poll 30]      a day, broken at each of its I/Os
  npm run simulate -- --speed [--years 1]         how fast it is, with and without the oracle
`;

const hoursAYear = 8_766;
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const isHunter = process.argv[2] === hunterArgument;
const { values } = parseArgs({
  args: isHunter ? [] : process.argv.slice(2),
  options: {
    years: { type: 'string' },
    seed: { type: 'string' },
    hours: { type: 'string' },
    vms: { type: 'string' },
    without: { type: 'string' },
    'every-io': { type: 'boolean', default: false },
    poll: { type: 'string', default: '45' },
    speed: { type: 'boolean', default: false },
    record: { type: 'string' },
    runpod: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const draw = values.runpod ? drawRunpod : drawScenario;

/** The bundle and its packages are what decides a seed's course, so its results hold for it alone. */
const sources = () => stableHash(readFileSync(fileURLToPath(import.meta.url), 'utf8')).toString(36);

async function runYears(years: number, from: number): Promise<boolean> {
  const { record: file, runpod: isRunpod } = values;
  const record =
    file === undefined ? null : openRecord(file, `${isRunpod ? 'runpod' : 'compute'} ${sources()}`);
  const known = record?.known ?? new Map<number, SeedResult>();
  const results: SeedResult[] = [];
  const began = performance.now();
  const cpu = await huntInProcesses({
    ...{ from, hours: years * hoursAYear, mostFailures: 3, known },
    order: { isRunpod, replayOneIn: 5 },
    onSeed(result) {
      results.push(result);
      if (!known.has(result.seed)) record?.add(result);
    },
  });
  const seconds = (performance.now() - began) / 1_000;
  const { failures, seeds, targetHours: lived, tally, perAlert } = sumUp(results);
  for (const failure of failures) say(failureInWords(failure));
  const fresh = results.filter(({ seed }) => !known.has(seed));
  const ran = fresh.reduce((sum, result) => sum + result.targetHours, 0);
  say(
    `${seeds} seeds, ${(lived / hoursAYear).toFixed(1)} target-years, ${tally.turns} turns, ${tally.acts} acts, ${tally.deliveries} deliveries: ${failures.length} failures`,
  );
  if (fresh.length < seeds) say(`of these, ${seeds - fresh.length} seeds from ${file}`);
  if (ran > 0)
    say(
      `${Math.round(ran / seconds)} target-hours a second, ${Math.round((ran * 1_000) / cpu)} for each of processor time`,
    );
  say(
    `deliveries an alert: ${perAlert.calm.toFixed(3)} where nothing goes wrong, ${perAlert.faulty.toFixed(3)} with faults`,
  );
  say(`faults: ${inWords(tally.faults)}`);
  say(`alerts, actions and spells: ${inWords(tally.by)}`);
  return failures.length === 0;
}

const inWords = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort()
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');

async function runSeed(seed: number, cut: Cut): Promise<boolean> {
  const scenario = cutScenario(draw(seed), cut);
  const { violations, tally, ios } = await simulate(scenario, { observers: [narrator(say)] });
  say(
    `seed ${seed}: ${targetHours(scenario)} target-hours, ${tally.turns} turns, ${ios} I/Os, ${tally.acts} acts, ${tally.deliveries} deliveries`,
  );
  for (const violation of violations) say(violationInWords(violation));
  return violations.length === 0;
}

async function runEveryIo(poll: number): Promise<boolean> {
  const { whole, runs, failures } = await atEveryIo(everydayScenario(minutes(poll)));
  for (const { index, fault, violation } of failures)
    say(`${fault} at I/O ${index}: ${violationInWords(violation)}`);
  say(`${whole.ios} I/Os, ${runs} runs: ${failures.length} failures`);
  return whole.violations.length + failures.length === 0;
}

/** Measures calm worlds at the usual interval, so that figures of different days can be compared. */
async function measure(years: number): Promise<boolean> {
  for (const isUnwatched of [false, true]) {
    let lived = 0;
    let turns = 0;
    const observer: Observer = {
      committed({ job }) {
        if (job === 'watch') turns += 1;
      },
    };
    const before = process.cpuUsage();
    for (let seed = 1; lived < years * hoursAYear; seed += 1) {
      const scenario = { ...drawScenario(seed), poll: minutes(15) };
      await simulate(scenario, { isUnwatched, observers: [observer], replayOneIn: 25 });
      lived += targetHours(scenario);
    }
    const seconds = process.cpuUsage(before).user / 1e6;
    say(
      `${isUnwatched ? 'bare' : 'with the oracle'}: ${Math.round(lived / seconds)} target-hours, ${Math.round(turns / seconds)} turns a second at polls of 15 minutes`,
    );
  }
  return true;
}

function cutIn({ hours, vms, without }: typeof values): Cut {
  return {
    ...(hours === undefined ? {} : { hours: Number(hours) }),
    ...(vms === undefined ? {} : { vms: vms.split(',') }),
    ...(without === undefined ? {} : { without: without.split(',').filter(isPart) }),
  };
}

async function main(): Promise<boolean> {
  if (values.help) return say(usage);
  if (values['every-io']) return runEveryIo(Number(values.poll));
  if (values.speed) return measure(Number(values.years ?? 1));
  if (values.seed !== undefined && values.years === undefined)
    return runSeed(Number(values.seed), cutIn(values));
  return runYears(Number(values.years ?? 10), Number(values.seed ?? 1));
}

if (isHunter)
  followOrders(({ seed, isRunpod, replayOneIn }) =>
    huntSeed(seed, isRunpod ? drawRunpod : drawScenario, () => ({ replayOneIn })),
  );
else process.exitCode = (await main()) ? 0 : 1;

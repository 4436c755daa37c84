import { parseArgs } from 'node:util';
import { minutes } from '../../lib/model/time/time.ts';
import { type Cut, cutScenario, isPart } from './cut.ts';
import { drawRunpod } from './draw/draw-runpod.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import { atEveryIo, everydayScenario } from './every-io.ts';
import { failureInWords, hunt, targetHours, violationInWords } from './hunt.ts';
import { narrator } from './narrator.ts';
import type { Observer } from './observer.ts';
import { simulate } from './run.ts';

const usage = `The deterministic simulation of spendwatch.

  npm run simulate -- --years 100 [--seed 1000]   that many years of targets, from a seed on; one turn in five is taken again
  npm run simulate -- --seed 7                    one seed, told at length
      --hours 12 --vms research/a-vm --without outages,delay     cut to what matters
      --runpod                                    the same on RunPod
  npm run simulate -- --every-io [--poll 30]      a day, broken at each of its I/Os
  npm run simulate -- --speed [--years 1]         how fast it is, with and without the oracle
`;

const hoursAYear = 8_766;
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    years: { type: 'string' },
    seed: { type: 'string' },
    hours: { type: 'string' },
    vms: { type: 'string' },
    without: { type: 'string' },
    'every-io': { type: 'boolean', default: false },
    poll: { type: 'string', default: '45' },
    speed: { type: 'boolean', default: false },
    runpod: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const draw = values.runpod ? drawRunpod : drawScenario;

async function runYears(years: number, from: number): Promise<boolean> {
  const {
    failures,
    seeds,
    targetHours: lived,
    tally,
    perAlert,
  } = await hunt({ from, hours: years * hoursAYear, draw, run: () => ({ replayOneIn: 5 }) });
  for (const failure of failures) say(failureInWords(failure));
  say(
    `${seeds} seeds, ${(lived / hoursAYear).toFixed(1)} target-years, ${tally.turns} turns, ${tally.acts} acts, ${tally.deliveries} deliveries: ${failures.length} failures`,
  );
  say(
    `deliveries an alert: ${perAlert.calm.toFixed(3)} where nothing goes wrong, ${perAlert.faulty.toFixed(3)} with faults`,
  );
  say(
    [...tally.by]
      .sort()
      .map(([name, times]) => `${name} ${times}`)
      .join(', '),
  );
  return failures.length === 0;
}

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

process.exitCode = (await main()) ? 0 : 1;

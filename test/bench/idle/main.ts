import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sized } from '../scale.ts';
import { calibrated, scored } from './bitbrains.ts';
import {
  evenOf,
  oddOf,
  readCpu,
  readSignals,
  stitched,
  tracesAt,
  withHoursMissing,
  withoutTwins,
  withSignals,
} from './fleet.ts';
import { failing, readPods } from './pods.ts';
import { readTraces } from './traces.ts';

const usage =
  'npm run bench:idle -- [--fleet <bitbrains-cpu.csv.gz>] [--signals <bitbrains-signals.csv.gz>] [--traces <planetlab-cpu.csv.gz>] [--pods <genai-gpu.csv.gz>] [--only <fleet>] [--short]';

const { values } = parseArgs({
  options: {
    fleet: { type: 'string' },
    signals: { type: 'string' },
    traces: { type: 'string' },
    pods: { type: 'string' },
    /** One fleet: even, planetlab, odd, missing, signals, cpu or pods. */
    only: { type: 'string' },
  },
});
/** A place that somebody named and got wrong is a mistake; the usual place may well be empty. */
function traces(named: string | undefined, name: string): string {
  const file = named ?? tracesAt(name);
  if (file !== null && existsSync(file)) return file;
  process.stderr.write(
    `no traces at ${named ?? name}, and they are no part of spendwatch; name them:\n${usage}\n`,
  );
  process.exit(named === undefined ? 0 : 2);
}
const print = (lines: Iterable<string>): void => {
  for (const line of lines) process.stdout.write(`${line}\n`);
};

const all = readCpu(traces(values.fleet, 'bitbrains-cpu.csv.gz'));
const whole = withSignals(all, readSignals(traces(values.signals, 'bitbrains-signals.csv.gz')));
const fleets = {
  even: ['VMs with even numbers, on which the rule was chosen, CPU alone', evenOf(all)],
  planetlab: [
    'machine-days of PlanetLab after four or more others, on which it was chosen too',
    stitched(await readTraces(traces(values.traces, 'planetlab-cpu.csv.gz'))),
  ],
  odd: [
    'VMs with odd numbers that are like none with an even one, CPU alone',
    withoutTwins(oddOf(all), evenOf(all)),
  ],
  missing: ['VMs with even numbers, with a tenth of the hours missing', withHoursMissing(evenOf(all), 0.1)],
  signals: ['VMs with network and disk, which count as use and veto', whole],
  cpu: ['the same by CPU alone', whole.map((machine) => ({ ...machine, network: null, disk: null }))],
} as const;
print([`Node ${process.version}`]);
for (const [name, [title, fleet]] of Object.entries(fleets)) {
  if (values.only !== undefined && values.only !== name) continue;
  const machines = fleet.slice(0, sized(fleet.length, 2));
  print(['', `${machines.length} ${title}`, ...scored(machines), '', ...calibrated(machines)]);
}
if (values.only === undefined || values.only === 'pods') {
  const pods = readPods(traces(values.pods, 'genai-gpu.csv.gz'));
  print([
    '',
    'pods with GPUs, whose gauges are read every 5 minutes',
    ...failing(pods.slice(0, sized(72, 4)), sized(5, 1)),
  ]);
}

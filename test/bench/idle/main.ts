import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { calibrated, scored } from './bitbrains.ts';
import { compared } from './compare.ts';
import {
  evenOf,
  oddOf,
  readCpu,
  readSignals,
  stitched,
  tracesAt,
  withHoursMissing,
  withSignals,
} from './fleet.ts';
import { swept } from './sweep.ts';
import { readTraces } from './traces.ts';
import { viewsOf } from './views.ts';

const usage =
  'npm run bench:idle -- [--fleet <bitbrains-cpu.csv.gz>] [--signals <bitbrains-signals.csv.gz>] [--only <fleet>] | [--planetlab] [--traces <planetlab-cpu.csv.gz>] [--sweep] [--every <n>]';

const { values } = parseArgs({
  options: {
    fleet: { type: 'string' },
    signals: { type: 'string' },
    planetlab: { type: 'boolean', default: false },
    traces: { type: 'string' },
    /** One fleet: even, planetlab, odd, missing, signals or cpu. */
    only: { type: 'string' },
    sweep: { type: 'boolean', default: false },
    /** The sweep of the day takes one run in so many: the whole of it takes half an hour. */
    every: { type: 'string', default: '8' },
  },
});
const every = Number(values.every);
if (!Number.isInteger(every) || every < 1) {
  process.stderr.write(`--every is a whole number from 1\n${usage}\n`);
  process.exit(2);
}
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

if (values.planetlab || values.sweep) {
  const days = await readTraces(traces(values.traces, 'planetlab-cpu.csv.gz'));
  print([`Node ${process.version}; ${days.length} machine-days of CPU; no network, no disk, no GPUs`]);
  const views = viewsOf(days);
  if (values.sweep) for (const view of views.slice(0, 2)) print(swept(view, every));
  else print(compared(views));
} else {
  const all = readCpu(traces(values.fleet, 'bitbrains-cpu.csv.gz'));
  const whole = withSignals(all, readSignals(traces(values.signals, 'bitbrains-signals.csv.gz')));
  const fleets = {
    even: ['VMs with even numbers, on which the rule was chosen, CPU alone', evenOf(all)],
    planetlab: [
      'machine-days of PlanetLab after four or more others, on which it was chosen too',
      stitched(await readTraces(traces(values.traces, 'planetlab-cpu.csv.gz'))),
    ],
    odd: ['VMs with odd numbers, CPU alone', oddOf(all)],
    missing: ['of these, with a tenth of the hours missing', withHoursMissing(oddOf(all), 0.1)],
    signals: ['VMs with network and disk, which count as use and veto', whole],
    cpu: ['the same by CPU alone', whole.map((machine) => ({ ...machine, network: null, disk: null }))],
  } as const;
  print([`Node ${process.version}`]);
  for (const [name, [title, machines]] of Object.entries(fleets))
    if (values.only === undefined || values.only === name)
      print(['', `${machines.length} ${title}`, ...scored(machines), '', ...calibrated(machines)]);
}

import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { calibrated, calibratedStops, scored } from './bitbrains.ts';
import { compared } from './compare.ts';
import { readCpu, readSignals, withSignals } from './fleet.ts';
import { halvesOf, tracesAt } from './halves.ts';
import { swept } from './sweep.ts';
import { readTraces } from './traces.ts';
import { viewsOf } from './views.ts';

const usage =
  'npm run bench:idle -- [--fleet <bitbrains-cpu.csv.gz>] [--signals <bitbrains-signals.csv.gz>] | [--planetlab] [--traces <planetlab-cpu.csv.gz>] [--sweep] [--every <n>]';

const { values } = parseArgs({
  options: {
    fleet: { type: 'string' },
    signals: { type: 'string' },
    planetlab: { type: 'boolean', default: false },
    traces: { type: 'string' },
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

if (values.planetlab || values.sweep || values.traces !== undefined) {
  const days = await readTraces(traces(values.traces, 'planetlab-cpu.csv.gz'));
  print([`Node ${process.version}; ${days.length} machine-days of CPU; no network, no disk, no GPUs`]);
  const views = viewsOf(days);
  if (values.sweep) for (const view of views.slice(0, 2)) print(swept(view, every));
  else print(compared(views));
} else {
  const { fitted, scored: odd } = halvesOf(readCpu(traces(values.fleet, 'bitbrains-cpu.csv.gz')));
  const signals = readSignals(traces(values.signals, 'bitbrains-signals.csv.gz'));
  const whole = withSignals([...fitted, ...odd], signals);
  const known = whole.filter((machine) => odd.some(({ vm }) => vm === machine.vm));
  print([`Node ${process.version}; ${odd.length} VMs with odd numbers, CPU alone`, ...scored(odd)]);
  print(['', 'What the learned rule says at every hour of quiet', ...calibrated(odd)]);
  print(['', 'What it says at its stops at a risk of 5 %', ...calibratedStops(odd)]);
  print(['', `${known.length} of them with network and disk`, ...scored(known)]);
  const byCpu = known.map((machine) => ({ ...machine, network: null, disk: null }));
  print(['', 'The same by CPU alone', ...scored(byCpu)]);
  print([
    '',
    `All ${whole.length} with network and disk, of which the others were fitted on`,
    ...scored(whole),
  ]);
}

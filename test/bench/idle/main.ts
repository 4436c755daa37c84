import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { calibrated, scored } from './bitbrains.ts';
import { compared } from './compare.ts';
import { readCpu, readSignals } from './fleet.ts';
import { halvesOf, tracesAt } from './halves.ts';
import { fleetOf } from './machine-life.ts';
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
  const cpu = halvesOf(readCpu(traces(values.fleet, 'bitbrains-cpu.csv.gz'))).scored;
  print([`Node ${process.version}; ${cpu.length} VMs with odd numbers, CPU alone`, ...scored(cpu)]);
  print(['', 'What the learned rule says at every hour of quiet', ...calibrated(cpu)]);
  const whole = readSignals(traces(values.signals, 'bitbrains-signals.csv.gz'));
  const { scored: odd } = halvesOf(whole);
  print(['', `${odd.length} VMs with odd numbers, with network and disk`, ...scored(odd)]);
  print(['', `All ${whole.length} of them, of which the others were fitted on`, ...scored(fleetOf(whole))]);
}

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compared } from './compare.ts';
import { swept } from './sweep.ts';
import { readTraces } from './traces.ts';
import { viewsOf } from './views.ts';

const usage = 'npm run bench:idle -- [--traces <planetlab-cpu.csv.gz>] [--sweep] [--every <n>]';
const beside = fileURLToPath(new URL('../../../../shared/traces/planetlab-cpu.csv.gz', import.meta.url));

const { values } = parseArgs({
  options: {
    traces: { type: 'string' },
    sweep: { type: 'boolean', default: false },
    /** The sweep of the day takes one run in so many: the whole of it takes half an hour. */
    every: { type: 'string', default: '8' },
  },
});
const file = values.traces ?? beside;
const every = Number(values.every);
if (!Number.isInteger(every) || every < 1) {
  process.stderr.write(`--every is a whole number from 1\n${usage}\n`);
  process.exit(2);
}
if (!existsSync(file)) {
  process.stderr.write(`no traces at ${file}, and they are no part of spendwatch; name them:\n${usage}\n`);
  // A place that somebody named and got wrong is a mistake; the usual place may well be empty.
  process.exit(values.traces === undefined ? 0 : 2);
}

const days = await readTraces(file);
process.stdout.write(
  `Node ${process.version}; ${days.length} machine-days of CPU; no network, no disk, no GPUs\n`,
);
const views = viewsOf(days);
if (values.sweep) {
  for (const view of views.slice(0, 2))
    for (const line of swept(view, every)) process.stdout.write(`${line}\n`);
} else {
  for (const line of compared(views)) process.stdout.write(`${line}\n`);
}

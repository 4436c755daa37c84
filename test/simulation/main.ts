import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { lateOptimising } from '../support/late-optimising.ts';

/**
 * Bundles the simulation and runs it: tsx names every closure when it is made, and the simulation makes them by the
 * million.
 */
const root = join(import.meta.dirname, '../..');
// Below `node_modules`, so that the packages are found.
const outfile = join(root, 'node_modules/.cache/spendwatch', `simulation-${process.pid}.mjs`);
await build({
  entryPoints: [join(import.meta.dirname, 'command.ts')],
  outfile,
  ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm' },
  ...{ sourcemap: 'inline', logLevel: 'warning' },
});
const { status } = spawnSync(
  process.execPath,
  [
    '--enable-source-maps',
    ...lateOptimising,
    ...process.execArgv.filter((flag) => flag.startsWith('--cpu-prof')),
    outfile,
  ].concat(process.argv.slice(2)),
  { stdio: 'inherit' },
);
rmSync(outfile);
process.exitCode = status ?? 1;

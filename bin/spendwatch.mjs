#!/usr/bin/env node
// Runs the command line from any directory: the build or, in a checkout with newer sources, the sources.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import module from 'node:module';
import { basename, join } from 'node:path';

// From Node 22 on, compiled code is cached in the folder for temporary files.
module.enableCompileCache?.();

const top = join(import.meta.dirname, '..');
const built = join(top, 'dist/spendwatch.js');

/** Reports whether a checkout has a source that is newer than its build. A package has no sources. */
function isOutdated() {
  const sources = join(top, 'lib');
  if (!existsSync(sources)) return false;
  const { mtimeMs } = statSync(built);
  const isNewer = (path) => statSync(path).mtimeMs > mtimeMs;
  return readdirSync(sources, { recursive: true }).some((name) => isNewer(join(sources, name)));
}

// The ready text names the program alone. Started otherwise than by its name, the program says how it is started here.
const isByName = basename(process.argv[1]) === 'spendwatch' && !process.env.npm_command;
const asksForHelp = ['--help', '-h'].includes(process.argv[2]) && process.argv.length === 3;
if (existsSync(built) && !isOutdated()) {
  if (asksForHelp && isByName) process.stdout.write(readFileSync(join(top, 'dist/help.txt')));
  else await import('../dist/spendwatch.js');
} else {
  // The TypeScript loader is resolved relative to this file, not to the current folder.
  const { register } = await import('tsx/esm/api');
  register();
  await import('./spendwatch.ts');
}

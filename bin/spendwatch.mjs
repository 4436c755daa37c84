#!/usr/bin/env node
// Runs the command line from any directory: the build or, in a checkout with newer sources, the sources.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { basename } from 'node:path';
import { buildFile, isBuilt } from './build-state.mjs';

// From Node 22 on, compiled code is cached in the folder for temporary files.
module.enableCompileCache?.();

// The ready text names the program alone. Started otherwise than by its name, the program says how it is started here.
const isByName = basename(process.argv[1]) === 'spendwatch' && !process.env.npm_command;
const asksForHelp = ['--help', '-h'].includes(process.argv[2]) && process.argv.length === 3;
if (isBuilt()) {
  if (asksForHelp && isByName) process.stdout.write(readFileSync(buildFile('help.txt')));
  else await import('../dist/spendwatch.js');
} else {
  // The TypeScript loader is resolved relative to this file, not to the current folder.
  const { register } = await import('tsx/esm/api');
  register();
  await import('./spendwatch.ts');
}

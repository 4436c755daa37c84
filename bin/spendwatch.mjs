#!/usr/bin/env node
// Runs the command line from any directory: as it was built, or in a checkout that has changed since, its sources.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const top = join(import.meta.dirname, '..');
const built = join(top, 'dist/spendwatch.js');

/** Whether a checkout has a source that is newer than its build. A package has no sources. */
function isOutdated() {
  const sources = join(top, 'lib');
  if (!existsSync(sources)) return false;
  const { mtimeMs } = statSync(built);
  const isNewer = (path) => statSync(path).mtimeMs > mtimeMs;
  return readdirSync(sources, { recursive: true }).some((name) => isNewer(join(sources, name)));
}

if (existsSync(built) && !isOutdated()) await import('../dist/spendwatch.js');
else {
  // What reads TypeScript is found from here, not from where one stands.
  const { register } = await import('tsx/esm/api');
  register();
  await import('./spendwatch.ts');
}

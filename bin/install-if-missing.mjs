// Runs before `npm start`, `npm test`, `npm run init` and `npm run package`, so that a fresh clone needs one command; with
// `--build` it also builds what is missing. It depends on Node only, and avoids
// syntax that an outdated Node could not parse, so that it can report one.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build-state.mjs';

const top = join(dirname(fileURLToPath(import.meta.url)), '..');
const read = (file) => JSON.parse(readFileSync(join(top, file), 'utf8'));

/** Returns [20, 19] for "20.19.3". */
const numbers = (version) => version.split('.').map(Number);

function isOlder(version, least) {
  const [major, minor] = numbers(version);
  const [leastMajor, leastMinor] = numbers(least);
  return major === leastMajor ? minor < leastMinor : major < leastMajor;
}

/** Reports whether a package has native code for another kind of machine, as in a folder shared between machines. */
const isForeign = ({ os, cpu }) =>
  (os && !os.includes(process.platform)) || (cpu && !cpu.includes(process.arch));

/**
 * Returns why an installation is needed, if it is. npm records what it installed in a file that it writes last;
 * comparing contents instead of times tolerates a checkout that only touches the lock file.
 */
function reasonToInstall() {
  if (!existsSync(join(top, 'node_modules/.package-lock.json'))) return 'node_modules is not complete';
  const installed = read('node_modules/.package-lock.json').packages;
  if (Object.values(installed).some(isForeign)) return 'node_modules is of another kind of machine';
  const isMissing = ([path, { version, optional }]) =>
    path !== '' && (installed[path] ? installed[path].version !== version : !optional);
  const wanted = Object.entries(read('package-lock.json').packages);
  return wanted.some(isMissing) ? 'package-lock.json asks for other versions' : undefined;
}

/** Runs npm, the one that runs this script, under the same Node; else the one on the path. Ends the process if npm fails. */
function runNpm(...given) {
  const npm = process.env.npm_execpath || '';
  const options = { cwd: top, encoding: 'utf8', maxBuffer: 2 ** 26 };
  const { status, stdout, stderr, error } = npm.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...given], options)
    : spawnSync('npm', given, { ...options, shell: process.platform === 'win32' });
  if (status === 0) return;
  const cause = error ? `: ${error.message}` : '';
  console.error(`${stdout || ''}${stderr || ''}\nnpm ${given.join(' ')} failed${cause}.`);
  process.exit(1);
}

const least = read('package.json').engines.node.replace('>=', '');
if (isOlder(process.versions.node, least)) {
  console.error(`spendwatch needs Node ${least} or later, and this is ${process.versions.node}.`);
  process.exit(1);
}

const reason = reasonToInstall();
if (reason) {
  console.log(`Installing dependencies with npm ci (${reason}); this can take a minute.`);
  runNpm('ci');
}
if (process.argv.includes('--build') && !isBuilt()) {
  console.log('Building spendwatch with npm run build; this can take a minute.');
  runNpm('run', 'build');
}

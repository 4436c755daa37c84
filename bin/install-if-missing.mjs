// Runs before `npm start` and `npm test`, so that a fresh clone needs one command. It stands on
// nothing but Node, and is written so that a Node too old for the rest can still say so.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = join(dirname(fileURLToPath(import.meta.url)), '..');
const read = (file) => JSON.parse(readFileSync(join(top, file), 'utf8'));

/** Of "20.19.3": [20, 19]. */
const numbers = (version) => version.split('.').map(Number);

function isOlder(version, least) {
  const [major, minor] = numbers(version);
  const [leastMajor, leastMinor] = numbers(least);
  return major === leastMajor ? minor < leastMinor : major < leastMajor;
}

/** Packages with native code, put there by another machine that shares this folder. */
const isForeign = ({ os, cpu }) =>
  (os && !os.includes(process.platform)) || (cpu && !cpu.includes(process.arch));

/**
 * Why an installation is due, if it is. npm notes what it has installed beside the packages, last
 * of all; comparing contents, not times, survives a checkout that only touches the lock file.
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

/** The npm that runs this script, under the same Node; else the one on the path. */
function npmCi() {
  const npm = process.env.npm_execpath || '';
  const options = { cwd: top, encoding: 'utf8', maxBuffer: 2 ** 26 };
  return npm.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, 'ci'], options)
    : spawnSync('npm', ['ci'], { ...options, shell: process.platform === 'win32' });
}

const least = read('package.json').engines.node.replace('>=', '');
if (isOlder(process.versions.node, least)) {
  console.error(`spendwatch needs Node ${least} or later, and this is ${process.versions.node}.`);
  process.exit(1);
}

const reason = reasonToInstall();
if (reason) {
  console.log(`Installing dependencies with npm ci (${reason}); this can take a minute.`);
  const { status, stdout, stderr, error } = npmCi();
  if (status !== 0) {
    console.error(`${stdout || ''}${stderr || ''}\nnpm ci failed${error ? `: ${error.message}` : ''}.`);
    process.exit(1);
  }
}

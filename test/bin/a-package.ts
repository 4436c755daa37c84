import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const top = join(import.meta.dirname, '../..');
const execute = promisify(execFile);
/** The files that a package is made of. */
const sources = [
  'bin',
  'docs',
  'functions',
  'lib',
  'LICENSE',
  'README.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** The package in an otherwise empty folder, and a function that runs commands there. */
export type APackage = {
  readonly folder: string;
  /** Where the package is installed. */
  readonly installed: string;
  readonly run: (command: string, ...given: string[]) => Promise<{ stdout: string; stderr: string }>;
  readonly remove: () => void;
};

/** Packs this checkout, and installs the tarball beside the packages that it names. */
export async function packed(): Promise<APackage> {
  const folder = mkdtempSync(join(tmpdir(), 'spendwatch-package-'));
  const checkout = join(folder, 'checkout');
  for (const name of sources) cpSync(join(top, name), join(checkout, name), { recursive: true });
  const modules = join(top, 'node_modules');
  symlinkSync(modules, join(checkout, 'node_modules'));
  const pack = ['pack', '--silent', '--pack-destination', folder];
  const { stdout } = await execute('npm', pack, { cwd: checkout });
  const home = join(folder, 'home');
  const installed = join(home, 'node_modules/spendwatch');
  mkdirSync(installed, { recursive: true });
  const tarball = join(folder, stdout.trim().split('\n').at(-1) ?? '');
  await execute('tar', ['-xzf', tarball, '--strip-components', '1'], { cwd: installed });
  for (const name of ['classic-level', 'aws-cdk-lib', 'constructs'])
    symlinkSync(join(modules, name), join(home, 'node_modules', name));
  mkdirSync(join(home, 'node_modules/.bin'));
  symlinkSync('../spendwatch/bin/spendwatch.mjs', join(home, 'node_modules/.bin/spendwatch'));
  return {
    folder: home,
    installed,
    run: (command, ...given) => execute(command, given, { cwd: home }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

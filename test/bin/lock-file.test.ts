import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';

const top = join(import.meta.dirname, '../..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(top, file), 'utf8'));

const Names = z.record(z.string(), z.string()).default({});
const Package = z.object({
  version: z.string(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  inBundle: z.boolean().default(false),
  optionalDependencies: Names,
});
const { packages } = z.object({ packages: z.record(z.string(), Package) }).parse(read('package-lock.json'));
const locked = Object.entries(packages).filter(([path]) => path !== '');

// npm silently leaves out the native package for a kind of machine whose integrity the lock file does not hold.
it('the lock file holds the integrity of every package, those for other kinds of machines included', () => {
  const unknown = locked.filter(
    ([, { integrity, inBundle }]) => !inBundle && !integrity?.startsWith('sha512-'),
  );
  expect(unknown.map(([path]) => path)).toEqual([]);
  expect(locked.filter(([path]) => /darwin-arm64|win32-x64|linux-arm64/.test(path)).length).toBeGreaterThan(
    15,
  );
});

it('the lock file has every optional package that one of its packages names', () => {
  const names = new Set(locked.map(([path]) => path.replace(/^.*node_modules\//, '')));
  const named = locked.flatMap(([, { optionalDependencies }]) => Object.keys(optionalDependencies));
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

it('the lock file names no registry, so that everyone uses their own', () => {
  expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

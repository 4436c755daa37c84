import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leafRoutes, routeFolder, routeLists, withoutRoute } from './route-kinds.ts';

const checkout = join(import.meta.dirname, '../..');
let folder: string;

/** Runs a program of the checkout in the copy, and returns what it says if it fails. */
function complaintsOf(program: string, ...options: readonly string[]): string {
  const run = spawnSync(process.execPath, [join(checkout, 'node_modules', program), ...options], {
    cwd: folder,
    encoding: 'utf8',
  });
  return run.status === 0 ? '' : `${run.stdout}${run.stderr}`;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'without-routes-'));
  for (const name of ['lib', 'tsconfig.json', 'biome.json', 'package.json'])
    cpSync(join(checkout, name), join(folder, name), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  for (const kind of leafRoutes) {
    rmSync(join(folder, routeFolder(kind)), { recursive: true });
    for (const list of routeLists) {
      const path = join(folder, list);
      writeFileSync(path, withoutRoute(readFileSync(path, 'utf8'), kind));
    }
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

it('lib without the folders of leaf routes and their lines in the lists has no error of types or lint', () => {
  writeFileSync(
    join(folder, 'tsconfig.lib.json'),
    JSON.stringify({ extends: './tsconfig.json', include: ['lib'], exclude: ['lib/dashboard/browser'] }),
  );
  for (const list of routeLists)
    for (const kind of leafRoutes)
      expect(readFileSync(join(folder, list), 'utf8')).not.toContain(`'${kind}'`);
  expect(complaintsOf('typescript/bin/tsc', '--noEmit', '--project', 'tsconfig.lib.json')).toBe('');
  // Nothing else has changed.
  const options = ['--vcs-enabled=false', '--error-on-warnings', ...routeLists];
  expect(complaintsOf('@biomejs/biome/bin/biome', 'lint', ...options)).toBe('');
});

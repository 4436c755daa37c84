import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leafRoutes, routeFolder, routeLists, withoutRoute } from './route-kinds.ts';

const checkout = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Kinds of rules that are no subsystem: each is its folder and its lines in the lists, and nothing else. */
const leafRules = ['account-state', 'anomaly', 'commitment', 'lifetime', 'rate', 'reconcile'];
const ruleLists = ['terms.ts', 'judges.ts', 'forms.ts', 'words.ts'].map((list) => `lib/rules/${list}`);

/** Returns a list without its lines of a kind. */
function withoutRule(list: string, kind: string): string {
  const camel = kind.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const title = `${camel.slice(0, 1).toUpperCase()}${camel.slice(1)}`;
  const line = new RegExp(`'\\./${kind}/|'${kind}'|\\b(?:${camel}|${title})[A-Z]?\\w*,`);
  return list
    .split('\n')
    .filter((text) => !line.test(text))
    .join('\n');
}

const leaves = [
  {
    kinds: leafRules,
    folderOf: (kind: string) => join('lib/rules', kind),
    lists: ruleLists,
    without: withoutRule,
  },
  { kinds: leafRoutes, folderOf: routeFolder, lists: routeLists, without: withoutRoute },
];

let copy = '';
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'spendwatch-leaves-'));
  for (const name of ['lib', 'biome.json', 'package.json'])
    cpSync(join(checkout, name), join(copy, name), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'));
  const tsconfig: { compilerOptions: object } = JSON.parse(
    readFileSync(join(checkout, 'tsconfig.json'), 'utf8'),
  );
  // What tsc keeps of the checkout stays the checkout's.
  const compilerOptions = { ...tsconfig.compilerOptions, incremental: false, tsBuildInfoFile: undefined };
  const ofLib = { ...tsconfig, compilerOptions, include: ['lib'], exclude: ['lib/dashboard/browser'] };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(ofLib));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('lib without the folders of leaf rules and routes and their lines in the lists has no error of types or lint', async () => {
  for (const { kinds, folderOf, lists, without } of leaves) {
    for (const kind of kinds) rmSync(join(copy, folderOf(kind)), { recursive: true });
    for (const list of lists) {
      const left = kinds.reduce<string>(without, readFileSync(join(copy, list), 'utf8'));
      for (const kind of kinds) expect(left).not.toContain(`'${kind}'`);
      writeFileSync(join(copy, list), left);
    }
  }
  /** Runs a program of the checkout in the copy, and returns its output if it fails. */
  const complaintsOf = (program: string, ...options: readonly string[]) =>
    run(join(checkout, 'node_modules/.bin', program), options, { cwd: copy }).then(
      () => '',
      ({ stdout, stderr }) => `${stdout}${stderr}`,
    );
  expect(await complaintsOf('tsc', '--noEmit', '--project', copy)).toBe('');
  expect(await complaintsOf('biome', 'lint', '--vcs-enabled=false', '--error-on-warnings', 'lib')).toBe('');
});

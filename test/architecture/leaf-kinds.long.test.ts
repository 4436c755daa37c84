import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const checkout = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Kinds of rules that are no subsystem: each is its folder and its lines in the lists, and nothing else. */
const leaves = ['account-state', 'anomaly', 'commitment', 'lifetime', 'rate', 'reconcile'];
const lists = ['terms.ts', 'judges.ts', 'forms.ts', 'words.ts'];

/** Returns a list without the lines of a kind. */
function withoutKind(list: string, kind: string): string {
  const camel = kind.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const title = `${camel.slice(0, 1).toUpperCase()}${camel.slice(1)}`;
  const line = new RegExp(`'\\./${kind}/|'${kind}'|\\b(?:${camel}|${title})[A-Z]?\\w*,`);
  return list
    .split('\n')
    .filter((text) => !line.test(text))
    .join('\n');
}

describe('a leaf kind of rule', () => {
  let copy = '';
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'spendwatch-leaf-'));
    for (const name of ['tsconfig.json', 'biome.json', 'package.json'])
      await cp(join(checkout, name), join(copy, name));
    await symlink(join(checkout, 'node_modules'), join(copy, 'node_modules'));
  });
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('can be deleted as a folder and its lines in the lists: here all of them at once', async () => {
    const lib = join(copy, 'lib');
    await cp(join(checkout, 'lib'), lib, { recursive: true });
    for (const kind of leaves) await rm(join(lib, 'rules', kind), { recursive: true });
    for (const list of lists) {
      const path = join(lib, 'rules', list);
      await writeFile(path, leaves.reduce(withoutKind, await readFile(path, 'utf8')));
    }
    const tsconfig: object = JSON.parse(await readFile(join(checkout, 'tsconfig.json'), 'utf8'));
    await writeFile(join(copy, 'tsconfig.json'), JSON.stringify({ ...tsconfig, include: ['lib'] }));
    const bin = join(checkout, 'node_modules/.bin');
    const errors = await Promise.all([
      run(join(bin, 'tsc'), ['--noEmit', '--project', copy], { cwd: copy }).catch(({ stdout }) => stdout),
      run(join(bin, 'biome'), ['lint', '--vcs-enabled=false', '--error-on-warnings', 'lib'], {
        cwd: copy,
      }).catch(({ stdout, stderr }) => `${stdout}${stderr}`),
    ]);
    expect(errors.filter((error) => typeof error === 'string')).toEqual([]);
  });
});

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { rows } from './rows.ts';

const checkout = join(import.meta.dirname, '../..');
const biome = join(checkout, 'node_modules/@biomejs/biome/bin/biome');

const core = ['model', 'cloud', 'observe', 'evaluate', 'decide', 'record', 'act', 'config', 'jobs', 'cli'];

/** Every way to ask the machine what time it is, to wait, or to throw dice; and the environment. */
const ambient = [
  'Date.now()',
  'new Date()',
  'Math.random()',
  'setTimeout(() => {}, 1)',
  'setInterval(() => {}, 1)',
  'performance.now()',
  'process.env',
];

const Report = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
});

describe('the layering', () => {
  let folder: string;
  let rejected: ReadonlyMap<string, ReadonlySet<number>>;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'layering-'));
    copyFileSync(join(checkout, 'biome.json'), join(folder, 'biome.json'));
    for (const { file, may, mayNot } of rows) {
      write(
        file,
        [...may, ...mayNot].map((path, n) => `import type { T${n} } from '${path}';`),
      );
    }
    const statements = ambient.map((expression, n) => `export const a${n} = ${expression};`);
    for (const layer of [...core, 'local']) write(`lib/${layer}/ambient.ts`, statements);
    write('lib/jobs/system-clock.ts', statements);
    rejected = lint();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function write(file: string, lines: readonly string[]): void {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.join('\n'));
  }

  /** The lines of each file that biome calls errors under the rules that hold the layering. */
  function lint(): ReadonlyMap<string, ReadonlySet<number>> {
    const options = [
      '--reporter=json',
      '--max-diagnostics=none',
      '--vcs-enabled=false',
      '--diagnostic-level=error',
    ];
    const run = spawnSync(process.execPath, [biome, 'lint', ...options], { cwd: folder, encoding: 'utf8' });
    const found = new Map<string, Set<number>>();
    for (const { category, location } of Report.parse(JSON.parse(run.stdout)).diagnostics) {
      if (!/noRestricted|noJsRestricted|noProcessEnv/.test(category)) continue;
      const lines = found.get(location.path) ?? new Set();
      found.set(location.path, lines.add(location.start.line));
    }
    return found;
  }

  const rejectedOf = (file: string, lines: readonly string[]): string[] =>
    lines.filter((_, n) => rejected.get(file)?.has(n + 1));

  it.each(rows)(
    'lets $file import what its row of the table names, and nothing else',
    ({ file, may, mayNot }) => {
      expect(rejectedOf(file, [...may, ...mayNot])).toEqual(mayNot);
    },
  );

  it.each(core)('keeps time, chance and the environment out of %s', (layer) => {
    expect(rejectedOf(`lib/${layer}/ambient.ts`, ambient)).toEqual(ambient);
  });

  it.each(['lib/local/ambient.ts', 'lib/jobs/system-clock.ts'])(
    'lets %s read the clock, but not the environment',
    (file) => {
      expect(rejectedOf(file, ambient)).toEqual(['process.env']);
    },
  );

  it('has a row for every folder of lib', () => {
    const folders = readdirSync(join(checkout, 'lib'));
    expect(rows.map(({ file }) => file.split('/')[1])).toEqual(expect.arrayContaining(folders));
  });
});

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

const checkout = join(import.meta.dirname, '../..');
const biome = join(checkout, 'node_modules/@biomejs/biome/bin/biome');

/** Every way to read the clock, to wait or to draw random numbers; and the environment. */
const ambient = [
  'Date.now()',
  'new Date()',
  'Math.random()',
  'setTimeout(() => {}, 1)',
  'setInterval(() => {}, 1)',
  'performance.now()',
  'process.env',
];

const restricted = [
  'model',
  'clouds',
  'observe',
  'state',
  'rules',
  'forms',
  'meter',
  'decide',
  'record',
  'notify',
  'routes',
  'views',
]
  .concat('config', 'jobs', 'infra', 'cli')
  .map((layer) => `lib/${layer}/ambient.ts`);
const free = ['service', 'dashboard', 'simulators', 'demo']
  .map((layer) => `lib/${layer}/ambient.ts`)
  .concat('lib/jobs/system-clock.ts');

const Report = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
});

describe('time, chance and the environment', () => {
  let folder: string;
  let rejected: ReadonlyMap<string, ReadonlySet<number>>;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ambient-'));
    copyFileSync(join(checkout, 'biome.json'), join(folder, 'biome.json'));
    for (const file of [...restricted, ...free]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(
        join(folder, file),
        ambient.map((expression, n) => `export const a${n} = ${expression};`).join('\n'),
      );
    }
    rejected = lint();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The lines of each file that the linter reports under the rules that restrict ambient access. */
  function lint(): ReadonlyMap<string, ReadonlySet<number>> {
    const options = ['--reporter=json', '--max-diagnostics=none', '--vcs-enabled=false'];
    const run = spawnSync(process.execPath, [biome, 'lint', ...options, '--diagnostic-level=error'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const found = new Map<string, Set<number>>();
    for (const { category, location } of Report.parse(JSON.parse(run.stdout)).diagnostics) {
      if (!/noRestricted|noJsRestricted|noProcessEnv/.test(category)) continue;
      const lines = found.get(location.path) ?? new Set();
      found.set(location.path, lines.add(location.start.line));
    }
    return found;
  }

  const rejectedIn = (file: string): string[] => ambient.filter((_, n) => rejected.get(file)?.has(n + 1));

  it.each(restricted)('are kept out of %s', (file) => {
    expect(rejectedIn(file)).toEqual(ambient);
  });

  it.each(free)('may be read by %s, but for the environment', (file) => {
    expect(rejectedIn(file)).toEqual(['process.env']);
  });
});

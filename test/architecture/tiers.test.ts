import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const tests = join(import.meta.dirname, '..');

it('every property takes its number of runs from runs(), so that the short tests try a part of all', () => {
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const own = ['support/tier.ts', 'architecture/tiers.test.ts'];
  const found = files.filter(
    (name) => !own.includes(name) && readFileSync(join(tests, name), 'utf8').includes('numRuns'),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

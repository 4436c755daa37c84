import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A policy under which anything that spends is worth a word. */
export function temporaryPolicy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spendwatch-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'policy.yaml');
  writeFileSync(file, 'version: 1\nrules:\n  - name: next to nothing\n    budget: 1 USD a month\n');
  return file;
}

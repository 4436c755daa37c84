import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A policy under which anything that spends is worth a word, on the topic, in Slack and on a bus. */
export function temporaryPolicy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spendwatch-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'policy.yaml');
  const rules = 'rules:\n  - name: next to nothing\n    budget: 1 USD a month\n';
  writeFileSync(
    file,
    `version: 1\n${rules}alerts:\n  routes:\n    - to: sns\n    - to: slack\n    - to: eventbridge\n`,
  );
  return file;
}

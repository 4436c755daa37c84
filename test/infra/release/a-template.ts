import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The parameters without a default. */
export const needed = {
  ArtifactBucket: 'releases',
  ArtifactPrefix: 'v1/',
  CloudUrl: 'https://api.example.com',
};
const names = ['act', 'alarm', 'answer', 'digest', 'push', 'watch'];
/** Zips that nobody unpacks. */
export const zips = new Map(names.map((name) => [name, { file: `${name}.zip`, content: new Uint8Array() }]));

/** Writes a policy with further lines, and returns its path; it is removed at the end of the test, unless another is named. */
export function policyOf(more: string, atEnd: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'spendwatch-test-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'spendwatch.yaml');
  writeFileSync(path, `version: 1\nrules: [{ name: b, budget: 5 USD a month }]\n${more}`);
  return path;
}

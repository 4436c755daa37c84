import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** When a file goes: `onTestFinished`, or `afterAll` for one of a whole suite. */
type AtEnd = (remove: () => void) => void;

/** Writes a file into a folder of its own, and returns its path; it is removed at the end of the test, unless another is named. */
export function temporaryFile(name: string, text: string, atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'spendwatch-test-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Writes a policy of one budget, with further lines, and returns its path. */
export const temporaryPolicy = (more = '', atEnd?: AtEnd): string =>
  temporaryFile('spendwatch.yaml', `version: 1\nrules: [{ name: b, budget: 5 USD a month }]\n${more}`, atEnd);

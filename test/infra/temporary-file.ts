import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A file that is there until the test is over. */
export function temporaryFile(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'spendwatch-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

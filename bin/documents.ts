import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from '../lib/cli/documents.ts';

/** Writes the requested documents, or all of them. */
const asked = process.argv.slice(2);
for (const path of asked.length === 0 ? documents.keys() : asked) {
  const write = documents.get(path);
  if (write === undefined)
    throw new Error(`no such document: ${path} (there are ${[...documents.keys()].join(', ')})`);
  writeFileSync(join(import.meta.dirname, '..', path), write());
}

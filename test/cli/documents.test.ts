import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents } from '../../lib/cli/documents.ts';

const checkout = join(import.meta.dirname, '../..');

describe('a generated document', () => {
  it.each([...documents])(
    '%s equals what the code generates now (else run "npm run openapi" and the like)',
    (path, write) => {
      // Compared as one: the difference would be pages long.
      expect(readFileSync(join(checkout, path), 'utf8') === write()).toBe(true);
    },
  );
});

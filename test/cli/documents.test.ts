import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents } from '../../lib/cli/documents.ts';
import { contract } from '../../lib/simulators/compute/contract/contract.ts';
import { routes } from '../../lib/simulators/compute/http/routes.ts';

const checkout = join(import.meta.dirname, '../..');
const page = documents.get('docs/api.md')?.() ?? '';
const rows = page.split('\n').filter((line) => line.startsWith('- `'));

describe('a document that the code writes', () => {
  it.each([...documents])(
    '%s is what the code writes now (else run "npm run docs:api" or "openapi")',
    (path, write) => {
      // Compared as one: the difference would be pages long.
      expect(readFileSync(join(checkout, path), 'utf8') === write()).toBe(true);
    },
  );
});

describe('the page of the API', () => {
  it.each(Object.values(contract))('has a line for $id', ({ id, method, path, source }) => {
    const row = rows.filter((line) => line.includes(` \`${id}\``));
    expect(row).toHaveLength(1);
    const marked = source === 'specification' ? '(?! _)' : ` _${source}_`;
    expect(row[0]).toMatch(new RegExp(`\`${id}\`${marked}`));
    expect(row[0]).toContain(`- \`${method} ${path}\` `);
  });

  it('says how many of them the simulator answers', () => {
    const answered = Object.keys(contract).filter((id) => Object.hasOwn(routes, id));
    expect(page).toContain(`the simulator answers\n${answered.length}.`);
  });

  it('has no other line', () => {
    expect(rows).toHaveLength(Object.keys(contract).length);
  });
});

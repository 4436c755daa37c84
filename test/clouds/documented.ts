import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(import.meta.dirname, '../../docs/cloud-client.md'), 'utf8');

/** The rows of the table of docs/cloud-client.md whose first column has this head. */
export function tableUnder(head: string): string[][] {
  const [, table = ''] = page.split(new RegExp(`^\\| *${head} .*\\n\\|[-| ]*\\n`, 'm'));
  const lines = table.split('\n');
  const rows = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  );
  return rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}

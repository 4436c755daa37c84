import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SpecifiedField, SpecifiedOperation } from './specification.ts';

const place = join(import.meta.dirname, '../../../../shared/api-spec.md');

/** Why tests by the specification's own tables are skipped, for their title; empty where the file is there. */
export const skipped = existsSync(place) ? '' : ` (skipped: ${place} is not there)`;

type Row = { readonly method: string; readonly path: string; readonly cells: readonly string[] };

/** Reads the operations from the tables of the specification's page. */
export function specificationTables(): SpecifiedOperation[] {
  const found: SpecifiedOperation[] = [];
  for (const row of rowsOf(readFileSync(place, 'utf8'))) {
    const reply = row.cells.at(-1) ?? '';
    // The table of users has no column of parameters.
    const sent = row.cells.length > 1 ? (row.cells[0] ?? '') : '';
    found.push({
      address: `${row.method} ${row.path}`,
      method: row.method,
      path: row.path,
      ...requestOf(sent, found),
      reply: replyOf(reply, found),
    });
  }
  return found;
}

const rowsOf = (page: string): Row[] =>
  page.split('\n').flatMap((line) => {
    const [, method, path, rest] =
      /^\| (GET|POST|PUT|PATCH|DELETE) \| `([^`]+)` \| (.*) \|$/.exec(line) ?? [];
    if (method === undefined || path === undefined || rest === undefined) return [];
    return [{ method, path, cells: rest.split(' | ') }];
  });

type Request = Pick<SpecifiedOperation, 'query' | 'body' | 'anywhere'>;
const nothing: Request = { query: [], body: [], anywhere: [] };

function requestOf(cell: string, before: readonly SpecifiedOperation[]): Request {
  const last = before.at(-1);
  if (cell === 'same body as the row above') return { ...nothing, body: last?.body ?? [] };
  if (cell === 'body: as create without id') {
    const create = before.findLast(({ method }) => method === 'POST');
    return { ...nothing, body: create?.body.filter(({ name }) => name !== 'id') ?? [] };
  }
  const [, fields = ''] = /^(?:query|body(?: \([^)]*\))?|parameters? listed):? (.*)$/.exec(cell) ?? [];
  if (cell.startsWith('query')) return { ...nothing, query: fieldsOf(fields) };
  if (cell.startsWith('body')) return { ...nothing, body: fieldsOf(fields) };
  if (cell.startsWith('parameter')) return { ...nothing, anywhere: fieldsOf(fields) };
  const [, inSentence] = /lists `(\w+)` as required/.exec(cell) ?? [];
  return inSentence === undefined ? nothing : { ...nothing, body: fieldsOf(inSentence) };
}

function replyOf(cell: string, before: readonly SpecifiedOperation[]): SpecifiedOperation['reply'] {
  const [, like] = /^same shape as `([^`]+)`$/.exec(cell) ?? [];
  if (like !== undefined) return before.find(({ path }) => path === like)?.reply ?? [];
  const [, record] = /\((\w+)\)$/.exec(cell) ?? [];
  if (record !== undefined && /^[A-Z]\w+$/.test(record)) return record;
  const [, members, typeOfAll] = /`\{([^}]*)\}`(?: \((\w+)\))?/.exec(cell) ?? [];
  if (members === undefined) return recordName(cell);
  return members
    .split(';')
    .flatMap((group) => withLastType(group.split(',').map((member) => member.split(':'))))
    .map(({ name, type }) => ({ name, type: type ?? singular(typeOfAll) }));
}

/** Returns the name of a record in the form of the list, such as `SshKey` for "SSH key"; nothing for a dash. */
function recordName(cell: string): SpecifiedOperation['reply'] {
  if (cell.startsWith('—')) return [];
  const [, words = ''] = /^([A-Za-z ]+?)(?: \(|$)/.exec(cell) ?? [];
  return words
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');
}

/** Reads "a, b (strings), c (integer); d": a type is that of every name before it that has none. */
const fieldsOf = (text: string): SpecifiedField[] =>
  text
    .split(';')
    .flatMap((group) =>
      withLastType(
        group
          .split(/,(?![^(]*\))/)
          .map((field) => [...(/^\s*(\w+)(?: \(([^)]+)\))?/.exec(field) ?? [])].slice(1)),
      ),
    );

function withLastType(fields: readonly (readonly (string | undefined)[])[]): SpecifiedField[] {
  return fields.map(([name = ''], nth) => {
    const type = fields.slice(nth).find(([, given]) => given !== undefined)?.[1];
    return { name: name.trim(), type: singular(type) };
  });
}

/** Returns a type in its short form: "strings" is string, and "array of string" is array. */
const singular = (type: string | undefined): string | undefined =>
  type
    ?.trim()
    .replace(/ of .*/, '')
    .replace(/s$/, '');

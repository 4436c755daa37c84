import type { AnyOperation } from '../../../../lib/clouds/http/operation.ts';

type Field = { readonly type: string; readonly isRequired: boolean };
type Fact = {
  readonly address: string;
  readonly query: readonly string[];
  readonly body: readonly string[];
  readonly reply: string | undefined;
};

/** A platform's own document, read from a table of facts. */
export type Oracle = {
  readonly facts: ReadonlyMap<string, Fact>;
  /** Everything in a reply that the document does not have or has otherwise, and all that is missing. */
  faults(record: string, value: unknown): string[];
};

const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/);

/** An address with `{}` for each parameter, whatever it is called. */
export const addressIn = ({ method, path }: Pick<AnyOperation, 'method' | 'path'>): string =>
  `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`;

export function oracleOf(document: { readonly operations: string; readonly records: string }): Oracle {
  const facts = new Map(lines(document.operations).map((line) => [factIn(line).address, factIn(line)]));
  const records = new Map(
    lines(document.records).map((line) => {
      const [name = '', ...fields] = line.split(' ');
      return [name, new Map(fields.map(fieldIn))];
    }),
  );

  function faults(record: string, value: unknown, at = record): string[] {
    const fields = records.get(record);
    if (fields === undefined) return [`${at}: no record ${record}`];
    if (!isObject(value)) return [`${at}: is no record`];
    const missing = [...fields].filter(([name, { isRequired }]) => isRequired && isAbsent(value[name]));
    return [
      ...missing.map(([name]) => `${at}.${name}: missing`),
      ...Object.entries(value).flatMap(([name, held]) => {
        const field = fields.get(name);
        if (field === undefined) return [`${at}.${name}: unknown`];
        return isAbsent(held) ? [] : mismatches(field.type, held, `${at}.${name}`);
      }),
    ];
  }

  function mismatches(type: string, value: unknown, at: string): string[] {
    if (type.startsWith('[')) {
      if (!Array.isArray(value)) return [`${at}: is no list`];
      return value.flatMap((one, nth) => mismatches(type.slice(1, -1), one, `${at}[${nth}]`));
    }
    const fits = simple[type];
    if (fits === undefined) return faults(type, value, at);
    return fits(value) ? [] : [`${at}: ${JSON.stringify(value)} is no ${type}`];
  }

  return { facts, faults };
}

function factIn(line: string): Fact {
  const [method, path, ...rest] = line.split(' ');
  const listed = (mark: string) =>
    rest
      .find((part) => part.startsWith(mark))
      ?.replaceAll(/[?{}]/g, '')
      .split(',') ?? [];
  const arrow = rest.indexOf('->');
  return {
    address: `${method} ${path}`,
    query: listed('?'),
    body: listed('{'),
    reply: arrow < 0 ? undefined : rest[arrow + 1],
  };
}

function fieldIn(text: string): [string, Field] {
  const [name = '', type = ''] = text.split(':');
  return [name, { type: type.replace('!', ''), isRequired: type.endsWith('!') }];
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const simple: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isText,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  int64: (value) => isText(value) && /^-?\d+$/.test(value),
  time: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
  Decimal: (value) => isObject(value) && isText(value['value']) && /^-?\d+(\.\d+)?$/.test(value['value']),
  '{}': isObject,
};

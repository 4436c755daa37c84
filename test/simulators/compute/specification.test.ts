import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { contract } from '../../../lib/simulators/compute/contract/contract.ts';
import { extendedRecords, specifiedRecords } from './contract/specified-records.ts';
import { type DocumentedField, nameless, writtenDocument } from './openapi/written-document.ts';
import { type SpecifiedField, type SpecifiedOperation, specification } from './specification.ts';
import { skipped, specificationTables } from './specification-tables.ts';
import { askPrepared } from './specified-requests.ts';

const documented = writtenDocument();
const contracted = new Map(
  Object.values(contract).map((operation) => [nameless(`${operation.method} ${operation.path}`), operation]),
);

function operationAt({ address }: SpecifiedOperation) {
  const operation = contracted.get(nameless(address));
  if (operation === undefined) throw new TypeError(`the contract has no ${address}`);
  return operation;
}

/** The members of each record, from the specification's tables of records. */
const records = new Map(
  `${specifiedRecords}${extendedRecords}`
    .split('\n')
    .map((line) => line.split(' '))
    .map(([name = '', ...fields]) => [name, fields.map((field) => field.split(':')[0] ?? '')]),
);

function membersOf({ reply }: SpecifiedOperation): readonly string[] {
  if (typeof reply !== 'string') return reply.map(({ name }) => name);
  const members = records.get(reply);
  if (members === undefined) throw new TypeError(`the specification has no record ${reply}`);
  return members;
}

/** Operations with their whole addresses, which are the titles of tests. */
const byAddress = specification.map((specified) => [specified.address, specified] as const);

describe('the list of the specification', () => {
  it('names 68 operations, each once', () => {
    expect(new Set(specification.map(({ address }) => address)).size).toBe(68);
    expect(specification).toHaveLength(68);
  });

  it.skipIf(skipped !== '')(`equals the tables of the specification${skipped}`, () => {
    const inOrder = (list: readonly SpecifiedOperation[]) =>
      list.toSorted((left, right) => (left.address < right.address ? -1 : 1));
    expect(inOrder(specification)).toEqual(inOrder(specificationTables()));
  });
});

/** Types of the specification's tables in those of JSON Schema. */
const types: Readonly<Record<string, readonly string[]>> = {
  object: ['object', 'Decimal', 'record'],
  Decimal: ['Decimal'],
};

function typeOf(schema: DocumentedField['schema']): string {
  const record = schema['$ref'];
  if (typeof record === 'string') return record.endsWith('/Decimal') ? 'Decimal' : 'record';
  return String(schema['type'] ?? 'any');
}

/** Returns the fields of the specification that the document lacks, or has in another type. */
function lacking(fields: readonly SpecifiedField[], given: readonly DocumentedField[]): string[] {
  return fields.flatMap(({ name, type }) => {
    const field = given.find((one) => one.name === name);
    if (field === undefined) return [`${name}: missing`];
    const found = typeOf(field.schema);
    if (type === undefined || (types[type] ?? [type]).includes(found)) return [];
    // An enum is a text, and has a record of its own.
    return type === 'string' && found === 'record' ? [] : [`${name}: ${found}, and not ${type}`];
  });
}

describe('docs/openapi.json', () => {
  it.each(byAddress)('has %s with its parameters, body and reply', (_, specified) => {
    const operation = documented.get(nameless(specified.address));
    expect(operation).toMatchObject({ source: 'specification', isSimulated: true });
    const { query = [], body = [], reply = [] } = operation ?? {};
    const members =
      typeof specified.reply === 'string'
        ? membersOf(specified).map((name) => ({ name, type: undefined }))
        : specified.reply;
    expect(lacking(specified.query, query)).toEqual([]);
    expect(lacking(specified.body, body)).toEqual([]);
    expect(lacking(specified.anywhere, query)).toEqual([]);
    expect(lacking(specified.anywhere, body)).toEqual([]);
    expect(lacking(members, reply)).toEqual([]);
  });

  it('marks nothing else as part of the specification', () => {
    const specified = new Set(specification.map(({ address }) => nameless(address)));
    const others = [...documented].filter(
      ([address, { source }]) => source === 'specification' && !specified.has(address),
    );
    expect(others).toEqual([]);
  });
});

describe.each(['whole', 'specification'] as const)('a simulator of the dialect %s', (dialect) => {
  it.each(byAddress)('answers %s by the document, with every member of its reply', async (_, specified) => {
    const onBug = vi.fn();
    const { status, body } = await askPrepared(operationAt(specified), { dialect, onBug });
    expect({ status, body, bugs: onBug.mock.calls }).toMatchObject({ status: 200, bugs: [] });
    expect(documented.get(nameless(specified.address))?.mistakesIn({ status, body })).toEqual([]);
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(body))).toEqual(
      expect.arrayContaining([...membersOf(specified)]),
    );
  });

  it.each(byAddress)('routes %s to no other operation', async (_, specified) => {
    const operation = operationAt(specified);
    expect(operation.id).toBe(documented.get(nameless(specified.address))?.id);
    const faults = [{ kind: 'unavailable', probability: 1, operations: [operation.id] }] as const;
    expect((await askPrepared(operation, { dialect, faults })).status).toBe(503);
  });
});

import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contract, type SpecifiedOperation } from '../../../../lib/simulators/compute/contract/contract.ts';
import { openApiDocument } from '../../../../lib/simulators/compute/openapi/document.ts';
import { components } from '../../../../lib/simulators/compute/openapi/json-schema.ts';
import { extendedRecords, specifiedEnums, specifiedRecords } from '../contract/specified-records.ts';

type Json = { readonly [member: string]: Json } & readonly Json[];

/** As it is read from a file, to be looked into without ceremony; what is not there is `undefined`. */
const document: Json = JSON.parse(
  JSON.stringify(openApiDocument({ servers: [{ url: '/' }], isSimulated: (id) => id === 'getVm' })),
);
const entries = (value: unknown): [string, Json][] =>
  Object.entries(z.record(z.string(), z.custom<Json>()).parse(value));
const operations = entries(document['paths']).flatMap(([path, methods]) =>
  entries(methods).map(([method, operation]) => ({ address: `${method.toUpperCase()} ${path}`, operation })),
);
const of = (id: string): Json | undefined =>
  operations.find(({ operation }) => String(operation['operationId']) === id)?.operation;
const records = new Map(entries(document['components']?.['schemas']));

/** A field in the notation of the tables. */
function field(record: Json | undefined, name: string): string {
  const json = record?.['properties']?.[name];
  const marks = [
    JSON.stringify(record?.['required'] ?? []).includes(JSON.stringify(name)) ? '!' : '',
    json?.['readOnly'] ? '-' : '',
    json?.['deprecated'] ? '~' : '',
  ];
  return `${name}:${typeOf(json)}${marks.join('')}`;
}

function typeOf(json: Json | undefined): string {
  if (json?.['$ref']) return String(json['$ref']).replace('#/components/schemas/', '');
  if (json?.['items']) return `[${typeOf(json['items'])}]`;
  if (json?.['additionalProperties']) return '{text}';
  return String(json?.['format'] ?? json?.['type']);
}

const contracted: ReadonlyMap<string, SpecifiedOperation> = new Map(Object.entries(contract));

const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([name = '', ...members]) => ({ name, members }));

describe('the OpenAPI document', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    expect(document['openapi']).toBe('3.1.0');
  });

  it('has every operation of the contract at its address, but for the names of parameters', () => {
    const nameless = (text: string) => text.replaceAll(/\{[^}]+\}/g, '{}');
    expect(operations.map(({ address }) => nameless(address)).toSorted()).toEqual(
      Object.values(contract)
        .map(({ method, path }) => nameless(`${method} ${path}`))
        .toSorted(),
    );
    for (const { address, operation } of operations) {
      const inPath = operation['parameters']?.filter((parameter) => String(parameter['in']) === 'path') ?? [];
      const names = inPath.map((parameter) => String(parameter['name']));
      expect([...address.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name).toSorted()).toEqual(
        names.toSorted(),
      );
    }
  });

  it('requires a bearer key everywhere, and answers every failure with the error record', () => {
    expect(document['security']).toEqual([{ bearerAuth: [] }]);
    expect(document['components']?.['securitySchemes']).toEqual({
      bearerAuth: { type: 'http', scheme: 'bearer' },
    });
    for (const { address, operation } of operations) {
      const about = contracted.get(String(operation['operationId']));
      const expected = ['200', '400', '401', '403', '429', 'default'];
      if (address.includes('{')) expected.push('404');
      if (about?.role !== 'VIEWER') expected.push('409');
      expect(Object.keys(operation['responses'] ?? {}).toSorted(), address).toEqual(expected.toSorted());
    }
    for (const [, response] of entries(document['components']?.['responses'])) {
      expect(JSON.stringify(response['content'])).toContain('#/components/schemas/Error');
    }
  });

  it('states for each operation its source and whether it is simulated', () => {
    expect(of('getVm')).toMatchObject({ 'x-source': 'specification', 'x-simulated': true });
    expect(of('commitVm')).toMatchObject({ 'x-source': 'platform', 'x-simulated': false });
  });

  it('states which role the caller needs, where one is needed', () => {
    const roles = ['getVm', 'connectVm', 'deleteProject', 'createProject', 'listRegions'].map(
      (id) => of(id)?.['x-role'],
    );
    expect(roles).toEqual(['VIEWER', 'EDITOR', 'OWNER', 'EDITOR', undefined]);
  });

  it('defines the type of query parameters, and pages of lists that have them', () => {
    const parameters = (id: string) =>
      of(id)?.['parameters']?.map((parameter) => [
        parameter['name'],
        parameter['required'],
        parameter['schema'],
      ]);
    expect(parameters('listVmDataCenters')).toEqual([
      ['regionId', false, { type: 'array', items: { type: 'string' } }],
      ['renewableEnergy', false, { type: 'boolean' }],
    ]);
    expect(parameters('listDisks')?.slice(1)).toEqual([
      ['pageNumber', false, { type: 'integer', format: 'int32' }],
      ['pageSize', false, { type: 'integer', format: 'int32' }],
    ]);
    expect(parameters('searchResources')).toEqual([['query', false, { type: 'string' }]]);
  });

  it('has a body where one is accepted, required or not, and none elsewhere', () => {
    expect(of('stopVm')).not.toHaveProperty('requestBody');
    expect(of('createVm')).toMatchObject({ requestBody: { required: true } });
    expect(of('createApiKey')).toMatchObject({ requestBody: { required: false } });
  });
});

describe('the records', () => {
  it.each(rowsOf(specifiedRecords))(
    '$name has the fields of the specification and no other',
    ({ name, members }) => {
      const record = records.get(name);
      const fields = Object.keys(record?.['properties'] ?? {}).map((each) => field(record, each));
      expect(fields.toSorted()).toEqual(members.toSorted());
    },
  );

  it.each(rowsOf(extendedRecords))(
    '$name has the fields of the specification, and more',
    ({ name, members }) => {
      const record = records.get(name);
      expect(members.map((member) => field(record, member.split(':')[0] ?? ''))).toEqual(members);
    },
  );

  it.each(rowsOf(specifiedEnums))(
    '$name has the values of the specification, and is an open set',
    ({ name, members }) => {
      const words = members.map((word) => word.replace('=', ''));
      const initial = members.find((word) => word.startsWith('='))?.slice(1);
      expect(records.get(name)).toEqual({
        anyOf: [{ type: 'string', enum: words }, { type: 'string' }],
        ...(initial !== undefined && { default: initial }),
      });
    },
  );

  it('of one name must be of one shape', () => {
    const into = components({});
    into.sent(z.object({ a: z.string() }).meta({ id: 'Twin' }));
    expect(() => into.taken(z.object({ b: z.string() }).meta({ id: 'Twin' }))).toThrow(/called Twin/);
  });
});

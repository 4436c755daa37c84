import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as z from 'zod';

const Schema = z.record(z.string(), z.unknown());
const Content = z.object({ content: z.object({ 'application/json': z.object({ schema: Schema }) }) });
const Operation = z.looseObject({
  operationId: z.string(),
  'x-source': z.string(),
  'x-simulated': z.boolean(),
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query']), schema: Schema })),
  requestBody: Content.optional(),
  responses: z.record(z.string(), z.unknown()),
});
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
});

/** A field and its schema as the document writes it. */
export type DocumentedField = { readonly name: string; readonly schema: z.infer<typeof Schema> };

export type DocumentedOperation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly source: string;
  readonly isSimulated: boolean;
  readonly query: readonly DocumentedField[];
  readonly body: readonly DocumentedField[];
  /** The members of its reply; empty where it has none. */
  readonly reply: readonly DocumentedField[];
  /** Returns what is wrong with a reply by this document; empty when it fits. */
  mistakesIn(reply: { readonly status: number; readonly body: unknown }): string[];
};

/** Returns an address in which every parameter is `{}`, so that the names of parameters do not matter. */
export const nameless = (address: string): string => address.replaceAll(/\{[^}]+\}/g, '{}');

/** Reads `docs/openapi.json` as it is written, by address without the names of parameters. */
export function writtenDocument(): ReadonlyMap<string, DocumentedOperation> {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/openapi.json'), 'utf8');
  const document = Document.parse(JSON.parse(text));
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'document', ...document });
  const compiled = new Map<string, ValidateFunction>();

  function check(pointer: readonly string[], value: unknown): string[] {
    const ref = `document#/${pointer.map(escaped).join('/')}`;
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  const fieldsOf = (content: unknown): DocumentedField[] => {
    const parsed = Content.safeParse(content);
    if (!parsed.success) return [];
    const { schema } = parsed.data.content['application/json'];
    const named = String(schema['$ref'] ?? '').replace('#/components/schemas/', '');
    const record = document.components.schemas[named] ?? schema;
    const properties = z.record(z.string(), Schema).parse(record['properties'] ?? {});
    return Object.entries(properties).map(([name, field]) => ({ name, schema: field }));
  };

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): DocumentedOperation => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        source: operation['x-source'],
        isSimulated: operation['x-simulated'],
        query: operation.parameters.filter((parameter) => parameter.in === 'query'),
        body: fieldsOf(operation.requestBody),
        reply: fieldsOf(operation.responses['200']),
        mistakesIn({ status, body }) {
          if (status !== 200) return check(['components', 'schemas', 'Error'], body);
          const at = ['paths', path, method, 'responses', '200'];
          const hasRecord = Content.safeParse(operation.responses['200']).success;
          return hasRecord ? check([...at, 'content', 'application/json', 'schema'], body) : [];
        },
      }),
    ),
  );
  return new Map(
    operations.map((operation) => [nameless(`${operation.method} ${operation.path}`), operation]),
  );
}

const escaped = (step: string): string =>
  encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));

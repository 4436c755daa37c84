import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as z from 'zod';

const place = join(import.meta.dirname, '../../../../shared/clouds/runpod-v2.openapi.json');
const Json = z.record(z.string(), z.unknown());

/** Why tests by the platform's document are skipped, for their title; empty where it is there. */
export const skipped = existsSync(place) ? '' : ` (skipped: ${place} is not there)`;

type Checker = {
  /** The operations, each by its name, method and path. */
  readonly operations: readonly (readonly [id: string, method: string, path: string])[];
  /** Returns what is wrong with a request or a reply by the platform's document; empty when it fits. */
  mistakesIn(exchange: {
    readonly method: string;
    readonly path: string;
    readonly sent?: unknown;
    readonly status: number;
    readonly reply: unknown;
  }): string[];
};

/** Reads the platform's document, which holds requests and replies to its schemas. */
export function platformDocument(): Checker {
  const document = Json.parse(JSON.parse(readFileSync(place, 'utf8')));
  const paths = z.record(z.string(), Json).parse(document['paths']);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'platform', ...document });
  const compiled = new Map<string, ValidateFunction>();
  const check = (pointer: readonly string[], value: unknown): string[] => {
    const ref = `platform#/${pointer.map(escaped).join('/')}`;
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, validate);
    return validate(value)
      ? []
      : (validate.errors ?? []).map((error) => `${ref}: ${error.instancePath} ${error.message}`);
  };

  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, value]) => {
      const operation = z.object({ operationId: z.string() }).safeParse(value).data;
      return operation === undefined ? [] : [[operation.operationId, method.toUpperCase(), path] as const];
    }),
  );

  return {
    operations,
    mistakesIn({ method, path, sent, status, reply }) {
      const [address = ''] = path.split('?');
      const isAddress = (known: string) => patternOf(known).test(address);
      const template = Object.hasOwn(paths, address) ? address : Object.keys(paths).find(isAddress);
      const name = method.toLowerCase();
      const operation = Json.safeParse(paths[template ?? '']?.[name]).data;
      if (template === undefined || operation === undefined)
        return [`${method} ${address} is not documented`];
      const at = ['paths', template, name];
      const unknown = [...new URLSearchParams(path.split('?')[1])].filter(
        ([parameter]) => !parametersOf(document, operation).has(parameter),
      );
      const body =
        sent === undefined
          ? []
          : check([...at, 'requestBody', 'content', 'application/json', 'schema'], sent);
      const type = status < 400 ? 'application/json' : 'application/problem+json';
      const answered =
        reply === null
          ? []
          : status < 400
            ? check([...at, 'responses', String(status), 'content', type, 'schema'], reply)
            : check(['components', 'schemas', 'ErrorResponse'], reply);
      return [
        ...unknown.map(([parameter]) => `${method} ${address} has no parameter ${parameter}`),
        ...body,
        ...answered,
      ];
    },
  };
}

const escaped = (step: string): string =>
  encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
const patternOf = (template: string): RegExp => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

function parametersOf(document: z.infer<typeof Json>, operation: z.infer<typeof Json>): ReadonlySet<string> {
  const shared = z
    .object({ parameters: z.record(z.string(), z.object({ name: z.string() })) })
    .parse(document['components']).parameters;
  const Parameter = z.union([z.object({ name: z.string() }), z.object({ $ref: z.string() })]);
  return new Set(
    z
      .array(Parameter)
      .parse(operation['parameters'] ?? [])
      .map((parameter) =>
        'name' in parameter ? parameter.name : (shared[parameter.$ref.split('/').at(-1) ?? '']?.name ?? ''),
      ),
  );
}

const Named = z.object({
  required: z.array(z.string()).optional(),
  allOf: z.array(z.union([z.object({ $ref: z.string() }), Json])).optional(),
});

/** Lists the members that the platform's document requires of a record; none where the document is absent. */
export function requiredMembers(name: string): string[] {
  if (skipped !== '') return [];
  const document = Json.parse(JSON.parse(readFileSync(place, 'utf8')));
  const { schemas } = z.object({ schemas: z.record(z.string(), Json) }).parse(document['components']);
  const read = (schema: unknown): string[] => {
    const { required = [], allOf = [] } = Named.parse(schema);
    const parts = allOf.flatMap((part) =>
      read('$ref' in part ? schemas[String(part['$ref']).split('/').at(-1) ?? ''] : part),
    );
    return [...required, ...parts];
  };
  return [...new Set(read(schemas[name]))];
}

import { operationGroups } from '../contract/contract.ts';
import { Any, ErrorReply } from '../wire/shared.ts';
import { GetBillingAccountSpendDetailsResponse } from '../wire/spend.ts';
import { DiskStoragePriceHr } from '../wire/storage.ts';
import { components, type JsonSchema } from './json-schema.ts';
import { type Names, operationObject } from './operation-object.ts';

export type DocumentOptions = {
  readonly servers: readonly object[];
  /** Reports whether the simulator answers an operation. */
  isSimulated(operation: string): boolean;
};

const Decimal: JsonSchema = {
  type: 'object',
  description: 'A decimal number. One of more digits than are supported may be rounded or refused.',
  properties: {
    value: { type: 'string', pattern: '^[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?$', examples: ['12.50'] },
  },
};

const info = {
  title: 'Compute cloud',
  version: 'v1',
  summary: 'The API of the compute cloud that spendwatch watches, as its client knows it.',
  description: [
    '`x-source` names the source of an operation: the specification, the reference of a platform that',
    'serves this API, or by inference from its neighbours alone. `x-simulated` says whether the simulator',
    'answers it. `x-role` is the role that the caller needs on the project, billing account or data center in the address.',
    'Enums are open: expect words that are not listed.',
  ].join(' '),
};

const failure = (description: string, headers?: object) => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});
const retryAfter = {
  'Retry-After': { description: 'Seconds, or a date.', schema: { type: 'string' } },
};
const responses = {
  BadRequest: failure('The header, a parameter or the body is malformed, or a Decimal out of range.'),
  Unauthenticated: failure('The key is missing, invalid or revoked.'),
  Forbidden: failure('The key is valid but lacks permission.'),
  NotFound: failure('What the request names does not exist.'),
  Conflict: failure('It exists already, or is in a state in which it cannot be changed.'),
  TooManyRequests: failure('Too many requests: retry with increasing delays.', retryAfter),
  Failure: failure('Any other failure.'),
};

/** The whole contract as an OpenAPI 3.1 document. */
export function openApiDocument({ servers, isSimulated }: DocumentOptions): object {
  const into = components({ Decimal });
  // These are named by the specification, and part of no operation.
  for (const record of [Any, ErrorReply, DiskStoragePriceHr, GetBillingAccountSpendDetailsResponse]) {
    into.sent(record);
  }
  const paths = new Map<string, { template: string; operations: Record<string, object> }>();
  for (const { name: group, operations } of operationGroups) {
    for (const operation of operations) {
      const shape = operation.path.replaceAll(/\{[^}]+\}/g, '{}');
      const path = paths.get(shape) ?? { template: operation.path, operations: {} };
      paths.set(shape, path);
      const about = {
        group,
        isSimulated: isSimulated(operation.id),
        names: namesOf(operation.path, path.template),
      };
      path.operations[operation.method.toLowerCase()] = operationObject(operation, about, into);
    }
  }
  return {
    openapi: '3.1.0',
    info,
    servers,
    security: [{ bearerAuth: [] }],
    tags: operationGroups.map(({ name }) => ({ name })),
    paths: Object.fromEntries([...paths.values()].map(({ template, operations }) => [template, operations])),
    components: {
      schemas: into.all(),
      responses,
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
    },
  };
}

/**
 * Returns the parameter names of a path in those of its template: paths that differ only in such names are one path
 * in OpenAPI.
 */
function namesOf(path: string, template: string): Names {
  const [own, shared] = [path, template].map((text) =>
    [...text.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
  );
  return new Map(own?.map((name, index) => [name, shared?.[index] ?? name]));
}

import type * as z from 'zod';
import { badRequest, violationsOf } from './api-error.ts';
import type { ApiKey } from './api-keys.ts';

/** A request as it came in. */
export type Received = {
  readonly path: Readonly<Record<string, string>>;
  /** A list where a parameter is given more than once. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
  readonly caller: ApiKey;
};

/** @throws ApiError naming every field that is wrong. */
export function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw badRequest(violationsOf(result.error));
}

/** Query parameters, those given more than once as a list: an operation says which may be one. */
export function readQuery(parameters: URLSearchParams): Received['query'] {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(parameters.keys())) {
    const [value = '', ...more] = parameters.getAll(name);
    query[name] = more.length === 0 ? value : [value, ...more];
  }
  return query;
}

/** `undefined` for no body, and for the `{}` that generated clients send for want of one. */
export function readBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    const body: unknown = JSON.parse(text);
    const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0;
    return isEmpty && !Array.isArray(body) ? undefined : body;
  } catch (error) {
    throw badRequest([{ field: 'body', description: 'is not JSON' }], error);
  }
}

/** @throws ApiError for each query parameter that the operation does not have: a slip of the client's. */
export function refuseUnknown(query: Received['query'], known: readonly string[]): void {
  const violations = Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((field) => ({ field, description: 'is not a parameter of this operation' }));
  if (violations.length > 0) throw badRequest(violations);
}

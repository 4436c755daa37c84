import type * as z from 'zod';
import type { Caller } from './access.ts';
import { badRequest, violationsOf } from './api-error.ts';

/** A request as it came in. */
export type Received = {
  readonly path: Readonly<Record<string, string>>;
  /** A list where a parameter is given more than once. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
  readonly caller: Caller;
};

/** @throws ApiError naming every field that is wrong. */
export function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw badRequest(violationsOf(result.error));
}

/** Query parameters, those given more than once as a list: an operation says which may be one. */
export function readQuery(parameters: URLSearchParams): Received['query'] {
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [value = '', ...more] = parameters.getAll(name);
      return [name, more.length === 0 ? value : [value, ...more]];
    }),
  );
}

/** More than any request of this API has to say. */
export const largestBody = 1_048_576;

/** A request's body, read no further than that. @throws ApiError when there is more. */
export async function bodyText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > largestBody) {
      throw badRequest([{ field: 'body', description: `must not be larger than ${largestBody} bytes` }]);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** `undefined` for no body, and for the `{}` that generated clients send for want of one. */
export function readBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    const body: unknown = JSON.parse(text, withoutNulls);
    const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0;
    return isEmpty && !Array.isArray(body) ? undefined : body;
  } catch (error) {
    throw badRequest([{ field: 'body', description: 'is not JSON' }], error);
  }
}

/** As protocol buffers have it in JSON, a member that is null is one that was not given. */
const withoutNulls = (name: string, value: unknown): unknown =>
  value === null && !/^(\d+)?$/.test(name) ? undefined : value;

/** @throws ApiError for each query parameter that the operation does not have: a slip of the client's. */
export function refuseUnknown(query: Received['query'], known: readonly string[]): void {
  const violations = Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((field) => ({ field, description: 'is not a parameter of this operation' }));
  if (violations.length > 0) throw badRequest(violations);
}

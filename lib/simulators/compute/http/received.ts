import type * as z from 'zod';
import type { Caller } from './access.ts';
import { badRequest, violationsOf } from './api-error.ts';

/** A request as it was received. */
export type Received = {
  readonly path: Readonly<Record<string, string>>;
  /** The query; a repeated parameter is a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
  readonly caller: Caller;
};

/** Reads a value by a schema. @throws ApiError naming every invalid field. */
export function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw badRequest(violationsOf(result.error));
}

/** Reads query parameters, repeated ones as a list; the operation defines which may repeat. */
export function readQuery(parameters: URLSearchParams): Received['query'] {
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [value = '', ...more] = parameters.getAll(name);
      return [name, more.length === 0 ? value : [value, ...more]];
    }),
  );
}

/** The largest body, more than any request of this API needs. */
export const largestBody = 1_048_576;

/** Reads a request's body up to that limit. @throws ApiError when there is more. */
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

/** Parses a body; `undefined` for none, and for the `{}` that generated clients send instead. */
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

/** Drops null members: in the JSON form of protocol buffers, null means absent. */
const withoutNulls = (name: string, value: unknown): unknown =>
  value === null && !/^(\d+)?$/.test(name) ? undefined : value;

/** Refuses unknown query parameters. @throws ApiError for each of them. */
export function refuseUnknown(query: Received['query'], names: readonly string[]): void {
  const description = `is not a parameter of this operation, which takes ${names.join(', ') || 'none'}`;
  const violations = Object.keys(query)
    .filter((name) => !names.includes(name))
    .map((field) => ({ field, description }));
  if (violations.length > 0) throw badRequest(violations);
}

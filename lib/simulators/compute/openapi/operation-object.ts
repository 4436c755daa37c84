import * as z from 'zod';
import { noReply } from '../../../clouds/compute/contract/define.ts';
import type { Paging } from '../../../clouds/http/operation.ts';
import type { SpecifiedOperation } from '../contract/contract.ts';
import { subjectOf } from '../contract/define.ts';
import { flag, int32, text } from '../wire/values.ts';
import type { Components, JsonSchema } from './json-schema.ts';

/** The paging fields that a reply has beside its items, and those that a request may have. */
const paging: Readonly<
  Record<Paging, { query: Record<string, z.ZodType>; returned: Record<string, z.ZodType> }>
> = {
  whole: { query: {}, returned: {} },
  token: { query: { pageToken: text, pageSize: int32 }, returned: { pageToken: text, pageSize: int32 } },
  number: {
    query: { pageNumber: int32, pageSize: int32 },
    returned: { pageNumber: int32, pageSize: int32, totalCount: int32 },
  },
  cursor: { query: { pageSize: int32, startingAfter: text }, returned: { hasMore: flag } },
};

/** The document's names of an operation's path parameters, since operations on one path must use the same. */
export type Names = ReadonlyMap<string, string>;

/** Returns an operation in the form of OpenAPI 3.1. */
export function operationObject(
  operation: SpecifiedOperation,
  about: { readonly group: string; readonly isSimulated: boolean; readonly names: Names },
  into: Components,
): object {
  const { id, summary, note, source, role, isPaidByAccount } = operation;
  const needsRole = isPaidByAccount || subjectOf(operation.path) !== undefined;
  return {
    operationId: id,
    tags: [about.group],
    summary,
    ...(note !== '' && { description: note }),
    parameters: parametersOf(operation, about.names, into),
    ...bodyOf(operation, into),
    responses: {
      200: success(operation, into),
      400: { $ref: '#/components/responses/BadRequest' },
      401: { $ref: '#/components/responses/Unauthenticated' },
      403: { $ref: '#/components/responses/Forbidden' },
      ...(operation.path.includes('{') && { 404: { $ref: '#/components/responses/NotFound' } }),
      ...(role !== 'VIEWER' && { 409: { $ref: '#/components/responses/Conflict' } }),
      429: { $ref: '#/components/responses/TooManyRequests' },
      default: { $ref: '#/components/responses/Failure' },
    },
    ...(needsRole && { 'x-role': role }),
    'x-source': source,
    'x-simulated': about.isSimulated,
  };
}

function parametersOf(operation: SpecifiedOperation, names: Names, into: Components): object[] {
  const parameters = operation.kind === 'list' ? paging[operation.paging].query : {};
  const own = Object.entries(operation.input.shape).map(([name, schema]) => {
    const inPath = names.get(name);
    const { description, ...form } = into.taken(schema);
    return {
      name: inPath ?? name,
      in: inPath === undefined ? 'query' : 'path',
      ...(description !== undefined && { description }),
      required: inPath !== undefined || !z.safeParse(schema, undefined).success,
      schema: form,
    };
  });
  const ofPage = Object.entries(parameters).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: into.taken(schema),
  }));
  return [...own, ...ofPage];
}

function bodyOf(operation: SpecifiedOperation, into: Components): object {
  if (operation.kind === 'list' || operation.body instanceof z.ZodUndefined) return {};
  const required = !z.safeParse(operation.body, undefined).success;
  return { requestBody: { required, content: json(into.taken(operation.body)) } };
}

function success(operation: SpecifiedOperation, into: Components): object {
  if (operation.kind === 'single') {
    if (operation.reply === noReply) return { description: 'Done. The body is `{}` or empty.' };
    return { description: 'Done.', content: json(into.sent(operation.reply)) };
  }
  const members = Object.entries(paging[operation.paging].returned).map(([name, schema]) => [
    name,
    into.sent(schema),
  ]);
  const items = { type: 'array', items: into.sent(operation.item) };
  const properties = { [operation.field]: items, ...Object.fromEntries(members) };
  return { description: 'The list, or a page of it.', content: json({ type: 'object', properties }) };
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

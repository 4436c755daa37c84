import * as z from 'zod';
import type { ListOperation, Paging } from '../../../clouds/http/operation.ts';
import { badRequest } from './api-error.ts';
import { type Received, read } from './received.ts';

/** The default page size, and the largest one, whatever is requested. */
const pageSizes = { default: 50, most: 100 } as const;

/** A part of a list, and the reply's fields beside its items. */
type Page<T> = { readonly items: readonly T[]; readonly members: Readonly<Record<string, unknown>> };
type Asked = Pick<Received, 'path' | 'query'>;

export const pageParameters = {
  whole: [],
  token: ['pageSize', 'pageToken'],
  number: ['pageSize', 'pageNumber'],
  cursor: ['pageSize', 'startingAfter'],
} as const satisfies Record<Paging, readonly string[]>;

const Named = z.looseObject({ id: z.string() });

/** Returns the requested part of a list. @throws ApiError for an impossible request. */
export function pageOf(
  operation: Pick<ListOperation, 'id' | 'paging'>,
  items: readonly unknown[],
  request: Asked,
): Page<unknown> {
  if (operation.paging === 'whole') return { items, members: {} };
  if (operation.paging === 'cursor') return pageAfter(items, request);
  return operation.paging === 'token'
    ? pageByToken(operation.id, items, request)
    : pageByNumber(items, request);
}

const count = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number, 0 or more')
  .transform(Number);
/** Returns the page size: 0 and absent mean the default; larger ones are cut to the maximum (AIP-158). */
const sizeFrom = (size: number): number => Math.min(size === 0 ? pageSizes.default : size, pageSizes.most);
const pageSize = count.default(0).transform(sizeFrom);

const ByToken = z.object({ pageSize, pageToken: z.string().default('') });

/** Returns a page by its token, which names the last item of the page before, so that changes shift no page. */
function pageByToken(id: string, items: readonly unknown[], { path, query }: Asked): Page<unknown> {
  const request = read(ByToken, query);
  const list = listName(id, path, query);
  const after = request.pageToken === '' ? '' : readToken(request.pageToken, list);
  const rest = items.map((item) => Named.parse(item)).filter((item) => item.id > after);
  const page = rest.slice(0, request.pageSize);
  const last = page.at(-1);
  const pageToken = last === undefined || rest.length === page.length ? '' : writeToken(list, last.id);
  return { items: page, members: { pageSize: request.pageSize, pageToken } };
}

const AfterOne = z.object({ pageSize, startingAfter: z.string().default('') });

/** Returns the items after the named one, in list order. @throws ApiError when it does not exist. */
function pageAfter(items: readonly unknown[], { query }: Asked): Page<unknown> {
  const { pageSize, startingAfter } = read(AfterOne, query);
  const before = items.findIndex((item) => Named.parse(item).id === startingAfter);
  if (startingAfter !== '' && before < 0) {
    throw badRequest([{ field: 'startingAfter', description: 'is not an item of this list' }]);
  }
  const rest = items.slice(before + 1);
  return { items: rest.slice(0, pageSize), members: { hasMore: rest.length > pageSize } };
}

const ByNumber = z.object({ pageSize, pageNumber: count.default(0) });

/** Returns a page by its number, counted from 1; 0, the default of some clients, means the first. */
function pageByNumber(items: readonly unknown[], { query }: Pick<Asked, 'query'>): Page<unknown> {
  const { pageSize, pageNumber } = read(ByNumber, query);
  const page = numberedPage(items, { pageSize, pageNumber });
  const members = { pageNumber: page.pageNumber, pageSize: page.pageSize, totalCount: items.length };
  return { items: page.items, members };
}

/** Returns a numbered page for an operation that the contract does not define as a list. */
export function numberedPage<T>(
  items: readonly T[],
  request: { readonly pageSize?: number | undefined; readonly pageNumber?: number | undefined },
): { readonly items: readonly T[]; readonly pageNumber: number; readonly pageSize: number } {
  for (const field of ['pageSize', 'pageNumber'] as const) {
    if ((request[field] ?? 0) < 0) throw badRequest([{ field, description: 'must not be negative' }]);
  }
  const size = sizeFrom(request.pageSize ?? 0);
  const pageNumber = Math.max(1, request.pageNumber ?? 0);
  return { items: items.slice((pageNumber - 1) * size, pageNumber * size), pageNumber, pageSize: size };
}

const Token = z.strictObject({ list: z.string(), after: z.string().min(1) });

/** Returns the name of a list: a token is valid only for the list it was issued for (AIP-158). */
function listName(id: string, path: Asked['path'], query: Asked['query']): string {
  const { pageSize: _, pageToken: __, ...filters } = query;
  return JSON.stringify([id, path, filters]);
}

const writeToken = (list: string, after: string): string =>
  Buffer.from(JSON.stringify({ list, after } satisfies z.infer<typeof Token>)).toString('base64url');

function readToken(text: string, list: string): string {
  try {
    const token = Token.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (token.list === list) return token.after;
  } catch (error) {
    throw badToken(error);
  }
  throw badToken();
}

const badToken = (cause?: unknown) =>
  badRequest([{ field: 'pageToken', description: 'is not a page token of this list' }], cause);

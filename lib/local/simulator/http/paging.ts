import * as z from 'zod';
import type { Paging } from '../../../cloud/operation.ts';
import { badRequest } from './api-error.ts';
import { type Received, read } from './received.ts';

/** What a client gets that does not say, and the most it gets whatever it says. */
export const pageSizes = { default: 50, most: 100 } as const;

/** A part of a list, and what the reply says of it beside the items. */
type Page = { readonly items: readonly unknown[]; readonly members: Readonly<Record<string, unknown>> };

export const pageParameters = {
  whole: [],
  token: ['pageSize', 'pageToken'],
  number: ['pageSize', 'pageNumber'],
} as const satisfies Record<Paging, readonly string[]>;

/** The part of a list that a request asks for. @throws ApiError when it asks for none there can be. */
export function pageOf(paging: Paging, items: readonly unknown[], query: Received['query']): Page {
  if (paging === 'whole') return { items, members: {} };
  return paging === 'token' ? pageByToken(items, query) : pageByNumber(items, query);
}

const count = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number, 0 or more')
  .transform(Number);
/** 0 and what is left out stand for the default; more than the most is cut down to it (AIP-158). */
const pageSize = count
  .default(0)
  .transform((asked) => Math.min(asked === 0 ? pageSizes.default : asked, pageSizes.most));

const ByToken = z.object({ pageSize, pageToken: z.string().default('') });
const Named = z.looseObject({ id: z.string() });

/** Tokens name the last item of the page before, so that what comes and goes shifts no page. */
function pageByToken(items: readonly unknown[], query: Received['query']): Page {
  const asked = read(ByToken, query);
  const after = asked.pageToken === '' ? '' : readToken(asked.pageToken);
  const rest = items.map((item) => Named.parse(item)).filter((item) => item.id > after);
  const page = rest.slice(0, asked.pageSize);
  const last = page.at(-1);
  const pageToken = last === undefined || rest.length === page.length ? '' : writeToken(last.id);
  return { items: page, members: { pageSize: asked.pageSize, pageToken } };
}

const ByNumber = z.object({ pageSize, pageNumber: count.default(0) });

/** Pages are counted from 1; 0 is what a client sends that does not say, and means the first. */
function pageByNumber(items: readonly unknown[], query: Received['query']): Page {
  const asked = read(ByNumber, query);
  const pageNumber = Math.max(1, asked.pageNumber);
  const page = items.slice((pageNumber - 1) * asked.pageSize, pageNumber * asked.pageSize);
  return { items: page, members: { pageNumber, pageSize: asked.pageSize, totalCount: items.length } };
}

const Token = z.strictObject({ after: z.string().min(1) });

const writeToken = (after: string): string =>
  Buffer.from(JSON.stringify({ after } satisfies z.infer<typeof Token>)).toString('base64url');

function readToken(text: string): string {
  try {
    return Token.parse(JSON.parse(Buffer.from(text, 'base64url').toString())).after;
  } catch (error) {
    const description = 'is not a token that this service gave out';
    throw badRequest([{ field: 'pageToken', description }], error);
  }
}

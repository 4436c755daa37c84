import * as z from 'zod';
import { CloudError } from '../errors.ts';
import type { ListOperation } from '../operation.ts';

const count = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .nullish()
  .catch(undefined);
/** One page of a list, with its paging fields. */
const Page = z.looseObject({
  pageToken: z.string().nullish(),
  pageSize: count,
  totalCount: count,
  hasMore: z.boolean().nullish().catch(undefined),
});
export type Page = z.infer<typeof Page> & { readonly members: readonly unknown[] };

/**
 * Reads a page. Protobuf's JSON leaves out empty lists, so a reply without the field has no items. A reply with another
 * list, or with an error, is refused: it must not be mistaken for an empty list.
 */
export function readPage(operation: ListOperation, reply: unknown): Page {
  const misfit = (message: string) =>
    new CloudError('contract', { operation: operation.id, message, status: 200 });
  const read = Page.safeParse(reply);
  if (!read.success) {
    throw misfit(isObject(reply) ? 'pageToken: expected a string' : 'the reply is not an object');
  }
  const page = read.data;
  const members = page[operation.field];
  if (Array.isArray(members)) return { ...page, members };
  if (members !== undefined && members !== null) throw misfit(`${operation.field}: expected a list`);
  const other = Object.keys(page).find((name) => isFilledList(page[name]));
  if (other !== undefined) throw misfit(`${operation.field}: missing, while another field holds items`);
  if ('code' in page && 'message' in page)
    throw misfit(`${operation.field}: the reply is an error with a success status`);
  return { ...page, members: [] };
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFilledList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

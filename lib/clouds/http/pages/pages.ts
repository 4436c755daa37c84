import * as z from 'zod';
import { assertNever } from '../../../model/assert-never.ts';
import { CloudError } from '../errors.ts';
import type { Listing, ListOperation, OperationItem } from '../operation.ts';
import type { Parameters } from '../request-path.ts';
import { type GatheringTerms, gather, type ItemCollector, readItemId } from './listing.ts';
import { pagingMarks } from './paging-marks.ts';

/** Reads one page; paging parameters are added to those of the caller. */
type AskPage = (paging: Parameters) => Promise<unknown>;

/** The requested page size. The platform documents no maximum, and reports a smaller size in the reply. */
const pageSize = 100;

/** Reads all pages of a list, each item once. @throws CloudError when the pages do not end, or exceed a bound. */
export async function everyPage<O extends ListOperation>(
  operation: O,
  ask: AskPage,
  terms: GatheringTerms,
): Promise<Listing<OperationItem<O>>> {
  const collector = gather(operation, terms);
  const next = async (paging: Parameters) => {
    if (operation.paging !== 'whole') terms.reading.count('pages', 1, operation.id);
    return readPage(operation, await ask(paging));
  };
  switch (operation.paging) {
    case 'whole':
      await whole(operation, next, collector);
      break;
    case 'token':
      await byToken(operation, next, collector);
      break;
    case 'number':
      await byNumber(next, collector);
      break;
    case 'cursor':
      await byCursor(operation, next, collector);
      break;
    default:
      assertNever(operation.paging);
  }
  return collector.listing();
}

type Next = (paging: Parameters) => Promise<Page>;

async function whole(operation: ListOperation, next: Next, collector: ItemCollector<unknown>): Promise<void> {
  const page = await next({});
  const { members, totalCount, marks } = page;
  collector.add(members);
  if (operation.about !== undefined) collector.note(page[operation.about]);
  flawMarks(marks, collector);
  checkTotal(totalCount, collector);
}

/** Adds a flaw for a mark of another page that the contract does not specify. */
function flawMarks(marks: readonly string[], collector: ItemCollector<unknown>): void {
  const [mark] = marks;
  if (mark !== undefined) collector.flaw(mark, 'there is another page, which the contract does not specify');
}

async function byToken(
  operation: ListOperation,
  next: Next,
  collector: ItemCollector<unknown>,
): Promise<void> {
  const tokens = new Set<string>();
  let paging: Parameters = { pageSize };
  for (;;) {
    const { members, pageToken, marks } = await next(paging);
    collector.add(members);
    if (!pageToken) return flawMarks(marks, collector);
    if (tokens.has(pageToken)) throw endless(operation, 'a repeated page token');
    tokens.add(pageToken);
    paging = { pageSize, pageToken };
  }
}

/** Reads pages that each begin after the last item of the one before. */
async function byCursor(
  operation: ListOperation,
  next: Next,
  collector: ItemCollector<unknown>,
): Promise<void> {
  let paging: Parameters = { pageSize };
  for (;;) {
    const { members, hasMore, marks } = await next(paging);
    const fresh = collector.add(members);
    if (!hasMore) return flawMarks(marks, collector);
    const startingAfter = readItemId(members.at(-1));
    if (startingAfter === undefined) {
      collector.flaw('hasMore', 'there is another page, but no id to request it with');
      return;
    }
    if (fresh === 0) throw endless(operation, 'a page without new items');
    paging = { pageSize, startingAfter };
  }
}

/** The flaw when an item is deleted while pages are read: a later item moves to a page that was read already. */
const shifted = 'items that moved to an earlier page may be missing';

/**
 * Reads numbered pages. The platform does not document whether the first page is 0 or 1, nor what it answers beyond the
 * last: pages are read from 1 on until one is the last or is refused, and page 0 if items may still be missing.
 */
async function byNumber(next: Next, collector: ItemCollector<unknown>): Promise<void> {
  let total: number | undefined;
  let refusal: CloudError | undefined;
  for (let pageNumber = 1; ; pageNumber++) {
    const page = await pageOrRefusal(next, pageNumber);
    if (page instanceof CloudError) {
      refusal = page;
      break;
    }
    const fresh = collector.add(page.members);
    if (total && page.totalCount && page.totalCount < total) {
      collector.flaw('totalCount', `fell from ${total} to ${page.totalCount} while reading: ${shifted}`);
    }
    total = page.totalCount ?? total;
    if (fresh !== 0 && !isLast(page, collector.count(), total)) continue;
    flawMarks(page.marks, collector);
    break;
  }
  const isEmpty = refusal === undefined && collector.count() === 0;
  if (total === undefined ? isEmpty : collector.count() >= total) return;
  const pageZero = await pageOrRefusal(next, 0);
  if (pageZero instanceof CloudError) {
    if (refusal !== undefined && collector.count() === 0) throw refusal;
  } else {
    collector.add(pageZero.members);
    total ??= pageZero.totalCount ?? undefined;
    if (isLast(pageZero, collector.count(), total)) refusal = undefined;
  }
  if (refusal !== undefined && total === undefined)
    collector.flaw('totalCount', 'missing, and a page was refused: later items may be missing');
  checkTotal(total, collector);
}

function checkTotal(total: number | null | undefined, collector: ItemCollector<unknown>): void {
  if (total && collector.count() < total)
    collector.flaw('totalCount', `expected ${total} items and received ${collector.count()}`);
}

/**
 * Reports whether a page is the last one. A total decides before a short page, as platforms may return fewer items
 * than requested.
 */
function isLast(
  { members, pageSize: reportedSize }: Page,
  gathered: number,
  total: number | undefined,
): boolean {
  return total === undefined ? members.length < (reportedSize || pageSize) : gathered >= total;
}

/** Reads a page; returns the error of one that the platform does not have. */
async function pageOrRefusal(next: Next, pageNumber: number): Promise<Page | CloudError> {
  try {
    return await next({ pageNumber, pageSize });
  } catch (error) {
    if (error instanceof CloudError && (error.kind === 'invalid' || error.kind === 'not-found')) return error;
    throw error;
  }
}

function endless(operation: ListOperation, symptom: string): CloudError {
  return new CloudError('contract', {
    operation: operation.id,
    message: `the list does not end: ${symptom}`,
    status: 200,
  });
}

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
type Page = z.infer<typeof Page> & {
  readonly members: readonly unknown[];
  /** The paths of fields that indicate another page in a way that the contract does not specify. */
  readonly marks: readonly string[];
};

/** The field that indicates another page, by kind of paging. */
const specifiedMark: Readonly<Partial<Record<ListOperation['paging'], string>>> = {
  token: 'pageToken',
  cursor: 'hasMore',
};

/** The fields that only a page of a list has. */
const pagingFields = ['pageToken', 'pageNumber', 'pageSize', 'totalCount', 'hasMore'] as const;

/** Reports whether a reply without its list is a page of that list. A numbered page beyond the last may have no items. */
const showsItselfAsPage = (page: z.infer<typeof Page>, paging: ListOperation['paging']): boolean =>
  page.totalCount === 0 ||
  (paging !== 'whole' &&
    pagingFields.some((name) => page[name] !== undefined) &&
    (paging === 'number' || !page.totalCount));

/**
 * Reads a page. Without its list, a reply is an empty page only if it has paging fields, since Protobuf's JSON omits empty
 * lists. Any other is unreadable: it may be an error, an envelope, or the reply of another operation.
 */
function readPage(operation: ListOperation, reply: unknown): Page {
  const mismatch = (message: string) =>
    new CloudError('contract', { operation: operation.id, message, status: 200 });
  const result = Page.safeParse(reply);
  if (!result.success) {
    throw mismatch(isObject(reply) ? 'pageToken: expected a string' : 'the reply is not an object');
  }
  const page = result.data;
  const { field, paging } = operation;
  const members = page[field];
  const marks = pagingMarks(page, field, specifiedMark[paging]);
  if (Array.isArray(members)) return { ...page, members, marks };
  if (members !== undefined && members !== null) throw mismatch(`${field}: expected a list`);
  if (saysError(page)) throw mismatch(`${field}: the reply is an error with a success status`);
  const other = Object.keys(page).find((name) => isFilledList(page[name]));
  if (other !== undefined) throw mismatch(`${field}: missing, while another field holds items`);
  if (!showsItselfAsPage(page, paging)) throw mismatch(`${field}: missing, which is no empty list`);
  return { ...page, members: [], marks };
}

/** Reports whether a reply has the form of an error, by AIP-193 or RFC 9457. */
const saysError = (reply: object): boolean =>
  ('code' in reply && 'message' in reply) || ('title' in reply && 'status' in reply) || 'error' in reply;

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFilledList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

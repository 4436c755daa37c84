import { assertNever } from '../../model/assert-never.ts';
import { CloudError } from '../errors.ts';
import type { ItemOf, Listing, ListOperation } from '../operation.ts';
import type { Parameters } from '../request-path.ts';
import { type Gathering, type GatheringTerms, gather, idOf } from './listing.ts';
import { type Page, readPage } from './page.ts';

/** Asks for one page; paging parameters go beside those of the caller. */
type AskPage = (paging: Parameters) => Promise<unknown>;

/** The platform states no largest page; one that gives fewer items than asked for says so in the reply. */
const pageSize = 100;

/** Every page of a list, each item once. @throws CloudError when the pages do not come to an end, or are too much. */
export async function everyPage<O extends ListOperation>(
  operation: O,
  ask: AskPage,
  terms: GatheringTerms,
): Promise<Listing<ItemOf<O>>> {
  const into = gather(operation, terms);
  const next = async (paging: Parameters) => {
    if (operation.paging !== 'whole') terms.reading.count('pages', 1, operation.id);
    return readPage(operation, await ask(paging));
  };
  switch (operation.paging) {
    case 'whole':
      await whole(next, into);
      break;
    case 'token':
      await byToken(operation, next, into);
      break;
    case 'number':
      await byNumber(next, into);
      break;
    case 'cursor':
      await byCursor(operation, next, into);
      break;
    default:
      assertNever(operation.paging);
  }
  return into.listing();
}

type Next = (paging: Parameters) => Promise<Page>;

async function whole(next: Next, into: Gathering<unknown>): Promise<void> {
  const { members, pageToken, totalCount } = await next({});
  into.add(members);
  if (pageToken) into.flaw('pageToken', 'there is another page, which the contract knows nothing of');
  checkTotal(totalCount, into);
}

async function byToken(operation: ListOperation, next: Next, into: Gathering<unknown>): Promise<void> {
  const seen = new Set<string>();
  let paging: Parameters = { pageSize };
  for (;;) {
    const { members, pageToken } = await next(paging);
    into.add(members);
    if (!pageToken) return;
    if (seen.has(pageToken)) throw endless(operation, 'a page token that was there before');
    seen.add(pageToken);
    paging = { pageSize, pageToken };
  }
}

/** Each page begins after the last item of the one before. */
async function byCursor(operation: ListOperation, next: Next, into: Gathering<unknown>): Promise<void> {
  let paging: Parameters = { pageSize };
  for (;;) {
    const { members, hasMore } = await next(paging);
    const fresh = into.add(members);
    if (!hasMore) return;
    const startingAfter = idOf(members.at(-1));
    if (startingAfter === undefined) {
      into.flaw('hasMore', 'there is another page, and no id to ask for it by');
      return;
    }
    if (fresh === 0) throw endless(operation, 'a page without anything new');
    paging = { pageSize, startingAfter };
  }
}

/** An item that goes moves those after it up, one of them from a page still to come to one already read. */
const shifted = 'what moved to an earlier page may be missing';

/**
 * Whether the platform counts pages from 0 or from 1 is written nowhere. Pages are asked for from 1 on,
 * and page 0 at last where items are still missing from the total.
 */
async function byNumber(next: Next, into: Gathering<unknown>): Promise<void> {
  let total: number | undefined;
  for (let pageNumber = 1; ; pageNumber++) {
    const page = await next({ pageNumber, pageSize });
    const fresh = into.add(page.members);
    if (total && page.totalCount && page.totalCount < total) {
      into.flaw('totalCount', `fell from ${total} to ${page.totalCount} meanwhile: ${shifted}`);
    }
    total = page.totalCount ?? total;
    if (fresh === 0 || isLast(page, into.count(), total)) break;
  }
  if (total === undefined || into.count() >= total) return;
  into.add((await pageZero(next))?.members ?? []);
  checkTotal(total, into);
}

function checkTotal(total: number | null | undefined, into: Gathering<unknown>): void {
  if (total && into.count() < total)
    into.flaw('totalCount', `${total} were promised and ${into.count()} came`);
}

/** A total outweighs a short page: platforms may give fewer items a page than they were asked for. */
function isLast({ members, pageSize: given }: Page, gathered: number, total: number | undefined): boolean {
  return total === undefined ? members.length < (given || pageSize) : gathered >= total;
}

/** A platform that counts from 1 may well refuse it. */
async function pageZero(next: Next): Promise<Page | undefined> {
  try {
    return await next({ pageNumber: 0, pageSize });
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'invalid') return undefined;
    throw error;
  }
}

function endless(operation: ListOperation, what: string): CloudError {
  return new CloudError('contract', {
    operation: operation.id,
    message: `the list does not end: ${what}`,
    status: 200,
  });
}

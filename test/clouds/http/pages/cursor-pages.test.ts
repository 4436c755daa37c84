import { describe, expect, it } from 'vitest';
import { listAccountTransactions } from '../../../../lib/clouds/compute/contract/billing-accounts.ts';
import { everyPage } from '../../../../lib/clouds/http/pages/pages.ts';
import { openReading } from '../../../../lib/clouds/http/reading.ts';
import type { Parameters } from '../../../../lib/clouds/http/request-path.ts';

const terms = () => ({ hide: (text: string) => text, reading: openReading('list') });

describe('a list by cursor', () => {
  const of = (...ids: string[]) =>
    ids.map((id) => ({ id, createTime: '2026-03-10T10:00:00Z', amount: { value: '10' } }));

  function asking(reply: (paging: Parameters) => unknown) {
    const asked: Parameters[] = [];
    const ask = async (paging: Parameters) => {
      asked.push(paging);
      return reply(paging);
    };
    return { asked, ask };
  }

  it('is read to its last page', async () => {
    const { ask, asked } = asking(({ startingAfter }) =>
      startingAfter === undefined
        ? { transactions: of('c', 'b'), hasMore: true }
        : { transactions: of('a'), hasMore: false },
    );
    const { items } = await everyPage(listAccountTransactions, ask, terms());
    expect(items.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(asked).toEqual([{ pageSize: 100 }, { pageSize: 100, startingAfter: 'b' }]);
  });

  it('has a flaw where the next page cannot be requested, and fails where it never ends', async () => {
    const nameless = asking(() => ({ transactions: [{}], hasMore: true }));
    expect((await everyPage(listAccountTransactions, nameless.ask, terms())).flaws).toContainEqual({
      kind: 'record',
      operation: 'listAccountTransactions',
      path: 'hasMore',
      because: 'there is another page, but no id to request it with',
    });
    const endless = asking(() => ({ transactions: of('a'), hasMore: true }));
    await expect(everyPage(listAccountTransactions, endless.ask, terms())).rejects.toMatchObject({
      message: 'listAccountTransactions: the list does not end: a page without new items',
    });
  });
});

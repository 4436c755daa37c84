import { describe, expect, it } from 'vitest';
import { listProjects } from '../../../../lib/clouds/compute/contract/billing-accounts.ts';
import { listMachines } from '../../../../lib/clouds/compute/contract/machines.ts';
import { searchResources } from '../../../../lib/clouds/compute/contract/search.ts';
import { listVms } from '../../../../lib/clouds/compute/contract/vms.ts';
import { CloudError } from '../../../../lib/clouds/http/errors.ts';
import { everyPage } from '../../../../lib/clouds/http/pages/pages.ts';
import { openReading } from '../../../../lib/clouds/http/reading.ts';

type Paging = { readonly pageNumber?: number; readonly pageSize?: number; readonly pageToken?: string };

/** A service that answers page requests, and what it was asked for. */
function pages(reply: (paging: Paging, nth: number) => unknown) {
  const asked: Paging[] = [];
  const ask = async (paging: Paging) => {
    asked.push(paging);
    return reply(paging, asked.length);
  };
  return { asked, ask };
}

const terms = () => ({ hide: (text: string) => text, reading: openReading('list') });
const machines = (from: number, until: number) =>
  Array.from({ length: Math.max(0, until - from) }, (_, i) => ({ id: `metal-${from + i}` }));

/** A list of machines by page number, as a platform that counts pages from `first` gives it. */
const numbered =
  (total: number, first: number, { largest = 100, saysTotal = true } = {}) =>
  ({ pageNumber = 0, pageSize = 0 }: Paging) => {
    const size = Math.min(largest, pageSize);
    const from = (pageNumber - first) * size;
    if (from < 0)
      throw new CloudError('invalid', { operation: 'listMachines', message: 'no page 0', status: 400 });
    const page = machines(from, Math.min(total, from + size));
    return {
      ...(page.length > 0 && { machines: page }),
      pageNumber,
      pageSize: size,
      ...(saysTotal && total > 0 && { totalCount: total }),
    };
  };

describe('a list by page number', () => {
  it('is read by page 1 alone where that holds everything', async () => {
    const { ask, asked } = pages(numbered(100, 1));
    await everyPage(listMachines, ask, terms());
    expect(asked).toEqual([{ pageNumber: 1, pageSize: 100 }]);
  });

  it('ends where the platform gives the same page for every number', async () => {
    const { ask, asked } = pages(() => ({ machines: machines(0, 100) }));
    expect((await everyPage(listMachines, ask, terms())).items).toHaveLength(100);
    expect(asked).toHaveLength(3);
  });

  it('has a flaw when fewer items come than its total says', async () => {
    const { ask } = pages(numbered(7, 1));
    const { flaws } = await everyPage(
      listMachines,
      async (paging) => ({ ...Object(await ask(paging)), totalCount: '9' }),
      terms(),
    );
    expect(flaws).toEqual([
      {
        kind: 'record',
        operation: 'listMachines',
        path: 'totalCount',
        because: 'expected 9 items and received 7',
      },
    ]);
  });

  it('is an error when it has no end', async () => {
    const { ask, asked } = pages(({ pageNumber = 0 }) => ({
      machines: machines(pageNumber * 100, pageNumber * 100 + 100),
    }));
    await expect(everyPage(listMachines, ask, terms())).rejects.toMatchObject({
      kind: 'too-much',
      message: 'listMachines: too much to read: over 25,000 resources in one list',
    });
    expect(asked).toHaveLength(251);
  });

  it('passes on what goes wrong with page 0, unless the platform has none', async () => {
    const forbidden = new CloudError('forbidden', { operation: 'listMachines', message: 'no' });
    const { ask } = pages(({ pageNumber }) => {
      if (pageNumber === 0) throw forbidden;
      return { totalCount: 3 };
    });
    await expect(everyPage(listMachines, ask, terms())).rejects.toBe(forbidden);
  });
});

describe('a list by page token', () => {
  const three = [
    { projects: [{ id: 'a' }], pageToken: 't1', pageSize: 1 },
    { projects: [], pageToken: 't2' },
    { projects: [{ id: 'a' }, { id: 'b' }], pageToken: null },
  ];

  it('is read until there is no token, empty pages and repeated items included', async () => {
    const { ask, asked } = pages((_, nth) => three[nth - 1]);
    const { items } = await everyPage(listProjects, ask, terms());
    expect(items).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(asked).toEqual([
      { pageSize: 100 },
      { pageSize: 100, pageToken: 't1' },
      { pageSize: 100, pageToken: 't2' },
    ]);
  });

  it('is an error when the token comes back', async () => {
    const { ask, asked } = pages((_, nth) => ({ projects: [{ id: `p${nth}` }], pageToken: `t${nth % 3}` }));
    await expect(everyPage(listProjects, ask, terms())).rejects.toMatchObject({
      kind: 'contract',
      message: 'listProjects: the list does not end: a repeated page token',
    });
    expect(asked).toHaveLength(4);
  });

  it('is an error when it has no end', async () => {
    const { ask, asked } = pages((_, nth) => ({ projects: [{ id: `p${nth}` }], pageToken: `t${nth}` }));
    await expect(everyPage(listProjects, ask, terms())).rejects.toMatchObject({
      kind: 'too-much',
      message: 'listProjects: too much to read: over 1,000 pages in one list',
    });
    expect(asked).toHaveLength(1_000);
  });

  it('is an error when the token is no text', async () => {
    const { ask } = pages(() => ({ projects: [], pageToken: 7 }));
    await expect(everyPage(listProjects, ask, terms())).rejects.toMatchObject({
      message: 'listProjects: pageToken: expected a string',
    });
  });
});

describe('a list in one piece', () => {
  const whole = (reply: unknown) => everyPage(listVms, pages(() => reply).ask, terms());

  it.each([
    { VMs: [] },
    { totalCount: 0, pageToken: '' },
    { VMs: [], novelty: [1] },
    { VMs: [], pagination: { nextCursor: null, hasMore: false }, links: { next: '', prev: 'x' } },
  ])('has no items when the reply is %j', async (reply) => {
    expect(await whole(reply)).toEqual({ items: [], flaws: [] });
  });

  it.each([
    [undefined, 'the reply is not an object'],
    [null, 'the reply is not an object'],
    [[], 'the reply is not an object'],
    ['VMs', 'the reply is not an object'],
    [7, 'the reply is not an object'],
    [{ VMs: {} }, 'VMs: expected a list'],
    [{ VMs: 'none' }, 'VMs: expected a list'],
    [{ vms: [{ id: 'a' }] }, 'VMs: missing, while another field holds items'],
    [{ code: 5, message: 'not found', details: [] }, 'VMs: the reply is an error with a success status'],
    [{ title: 'Not Found', status: 404, detail: '' }, 'VMs: the reply is an error with a success status'],
    [{ error: 'try again' }, 'VMs: the reply is an error with a success status'],
    [{}, 'VMs: missing, which is no empty list'],
    [{ VMs: null }, 'VMs: missing, which is no empty list'],
    [{ novelty: [] }, 'VMs: missing, which is no empty list'],
    [{ data: { VMs: [] } }, 'VMs: missing, which is no empty list'],
    [{ totalCount: 2 }, 'VMs: missing, which is no empty list'],
  ])('is an error when the reply is %j', async (reply, message) => {
    await expect(whole(reply)).rejects.toMatchObject({ kind: 'contract', message: `listVms: ${message}` });
  });

  it.each([
    [{ VMs: [{ id: 'a' }], pageToken: 'more' }, 'pageToken'],
    [{ VMs: [{ id: 'a' }], totalCount: 2 }, 'totalCount'],
    [{ VMs: [{ id: 'a' }], pagination: { nextCursor: 'b' } }, 'pagination.nextCursor'],
    [{ VMs: [{ id: 'a' }], meta: { page: { has_more: true } } }, 'meta.page.has_more'],
    [{ VMs: [{ id: 'a' }], links: { next: { href: '/v1?page=2' } } }, 'links.next'],
  ])('has a flaw when there is more of it: %j', async (reply, path) => {
    expect(await whole(reply)).toMatchObject({
      items: [{ id: 'a' }],
      flaws: [{ operation: 'listVms', path }],
    });
  });

  it.each([
    ['token', listProjects, { projects: [{ id: 'a' }], pagination: { nextPageToken: 'b' } }],
    ['number', listMachines, { machines: [{ id: 'a' }], totalCount: 1, meta: { nextCursor: 'b' } }],
  ] as const)(
    'that is paged by %s has a flaw when its last page tells of another',
    async (_, operation, reply) => {
      const { flaws } = await everyPage(operation, pages(() => reply).ask, terms());
      expect(flaws).toMatchObject([{ because: expect.stringContaining('another page') }]);
    },
  );

  it('has a flaw for each item of another project than the one that was asked for', async () => {
    const reply = { VMs: [{ id: 'a', projectId: 'lab' }, { id: 'b', projectId: 'shop' }, { id: 'c' }] };
    const listing = await everyPage(listVms, pages(() => reply).ask, {
      ...terms(),
      input: { projectId: 'lab' },
    });
    expect(listing).toMatchObject({
      items: [{ id: 'a' }, { id: 'c' }],
      flaws: [{ kind: 'record', path: 'VMs[1].projectId' }],
    });
  });

  it('takes an item without an id as often as it comes', async () => {
    const hit = { resourceName: 'x', score: 1 };
    const { ask } = pages(() => ({ results: [hit, hit] }));
    expect((await everyPage(searchResources, ask, terms())).items).toHaveLength(2);
  });

  it('names the field of an item that does not fit, however deep', async () => {
    const { flaws } = await whole({
      VMs: [
        { id: 'a', price: { totalPriceHr: { value: 7 } } },
        { id: 'b', price: { totalPriceHr: true } },
        { id: 'c', metadata: { 'odd key': 1 } },
      ],
    });
    expect(flaws.map(({ path, because }) => `${path}: ${because}`)).toEqual([
      'VMs[0].price.totalPriceHr.value: Invalid input: expected string, received number (in "a")',
      'VMs[1].price.totalPriceHr: Invalid input: expected object, received boolean, or Invalid input: expected string, received boolean, or Invalid input: expected number, received boolean, or must be a decimal number (in "b")',
      'VMs[2].metadata["odd key"]: Invalid input: expected string, received number (in "c")',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { listProjects } from '../../../../lib/clouds/compute/contract/billing-accounts.ts';
import { listMachines } from '../../../../lib/clouds/compute/contract/machines.ts';
import { listVms } from '../../../../lib/clouds/compute/contract/vms.ts';
import { CloudError } from '../../../../lib/clouds/http/errors.ts';
import { ProjectId } from '../../../../lib/model/ids.ts';
import { watchedCloud } from '../../../support/clouds/watched-cloud.ts';
import { answer, type Received, rudeService } from '../../../support/rude-service.ts';
import { tableUnder } from '../../documented.ts';

type Page = Readonly<Record<string, unknown>>;
type Case = {
  /** Pages of machines by number, or of projects by token. */
  readonly by: 'number' | 'token';
  readonly page: (request: Received, nth: number) => Page | number;
  readonly comes: { readonly items: number; readonly flaws: readonly string[] } | string;
  readonly requests: number;
};

const machines = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, nth) => ({ id: `metal-${from + nth}` }));
const number = ({ query }: Received): number => Number(query['pageNumber']);

/** By the names in docs/cloud-client.md. */
const cases: Readonly<Record<string, Case>> = {
  'bring an item twice': {
    by: 'token',
    page: (_, nth) => ({ projects: [{ id: 'a' }, { id: `b-${nth}` }], pageToken: nth < 3 ? `t${nth}` : '' }),
    comes: { items: 4, flaws: [] },
    requests: 3,
  },
  'shift down while they are read, so that an item comes twice': {
    by: 'number',
    page: (request) => ({
      machines: number(request) === 1 ? machines(0, 100) : machines(99, 150),
      totalCount: number(request) === 1 ? 150 : 151,
    }),
    // The new item came before those read already; the platform's own total includes it.
    comes: { items: 150, flaws: ['totalCount'] },
    requests: 4,
  },
  'shift up while they are read, so that an item is skipped': {
    by: 'number',
    page: (request) => ({
      machines: number(request) === 1 ? machines(0, 100) : machines(101, 150),
      totalCount: number(request) === 1 ? 150 : 149,
    }),
    comes: { items: 149, flaws: ['totalCount'] },
    requests: 2,
  },
  'hold fewer items than were promised': {
    by: 'number',
    page: (request) => ({ machines: number(request) === 1 ? machines(0, 7) : [], totalCount: 9 }),
    comes: { items: 7, flaws: ['totalCount'] },
    requests: 3,
  },
  'hold an item without an id that can be read': {
    by: 'number',
    page: () => ({ machines: [{ id: 'a' }, { id: 5 }], totalCount: 2 }),
    comes: { items: 1, flaws: ['machines[1].id'] },
    requests: 1,
  },
  'hold an item of which another field cannot be read': {
    by: 'number',
    page: () => ({ machines: [{ id: 'a' }, { id: 'b', gpus: {} }], totalCount: 2 }),
    comes: { items: 2, flaws: ['machines[1].gpus'] },
    requests: 1,
  },
  'hold an error in place of the list': {
    by: 'number',
    page: () => ({ code: 7, message: 'not for you' }),
    comes: 'contract',
    requests: 1,
  },
  'hold an envelope, or nothing, in place of the list': {
    by: 'number',
    page: () => ({ data: {} }),
    comes: 'contract',
    requests: 1,
  },
  'tell of another page in a field that the contract does not specify, at the top or in an envelope': {
    by: 'number',
    page: () => ({ machines: [{ id: 'a' }], totalCount: 1, pagination: { nextCursor: 'b' } }),
    comes: { items: 1, flaws: ['pagination.nextCursor'] },
    requests: 1,
  },
  'hold an item of another project than was asked for': {
    by: 'number',
    page: () => ({ machines: [{ id: 'a' }, { id: 'b', projectId: 'shop' }], totalCount: 2 }),
    comes: { items: 1, flaws: ['machines[1].projectId'] },
    requests: 1,
  },
  'give the same token again': {
    by: 'token',
    page: (_, nth) => ({ projects: [{ id: `p-${nth}` }], pageToken: `t${nth % 3}` }),
    comes: 'contract',
    requests: 4,
  },
  'never end': {
    by: 'token',
    page: (_, nth) => ({ projects: [{ id: `p-${nth}` }], pageToken: `t${nth}` }),
    comes: 'too-much',
    requests: 1_000,
  },
  'break off between pages': {
    by: 'token',
    page: (_, nth) => (nth === 1 ? { projects: [{ id: 'a' }], pageToken: 't1' } : 503),
    comes: 'unavailable',
    requests: 5,
  },
};

describe('pages', () => {
  const documented = tableUnder('what the pages do');

  it('are documented as they are tried here', () => {
    expect(documented.map(([name]) => name)).toEqual(Object.keys(cases));
  });

  it.each(Object.entries(cases))('that %s', async (name, { by, page, comes, requests }) => {
    const { url, received } = await rudeService((response, request, nth) => {
      const body = page(request, nth);
      if (typeof body === 'number') return answer(response, body, {});
      answer(response, 200, body);
    });
    const { cloud, lines } = watchedCloud(url);
    const list =
      by === 'number'
        ? cloud.list(listMachines, { projectId: ProjectId.parse('lab') })
        : cloud.list(listProjects, {});
    const came = await list.then(
      ({ items, flaws }) => ({ items: items.length, flaws: flaws.map(({ path }) => path) }),
      (error) => (error instanceof CloudError ? error.kind : error),
    );
    expect({ came, requests: received.length }).toEqual({ came: comes, requests });
    const [, says = ''] = documented.find(([row]) => row === name) ?? [];
    if (comes === 'contract' || comes === 'too-much') expect(says.startsWith(comes)).toBe(true);
    expect(lines.length > 0).toBe(comes === 'unavailable');
  });
});

describe('the log line of a reply', () => {
  it('is a single line of limited length, whatever names the cloud sends', async () => {
    const long = 'x'.repeat(1_000_000);
    const { url } = await rudeService((response) =>
      answer(response, 200, {
        VMs: [
          { id: long, vcpus: {} },
          { id: 'b', metadata: { [long]: 1 } },
        ],
      }),
    );
    const { cloud } = watchedCloud(url);
    const { flaws } = await cloud.list(listVms, { projectId: ProjectId.parse('lab') });
    expect(flaws).toHaveLength(2);
    for (const { path, because } of flaws) expect(path.length + because.length).toBeLessThan(600);
  });
});

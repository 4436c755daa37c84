import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  listAccountTransactions,
  listProjects,
} from '../../../../lib/clouds/compute/contract/billing-accounts.ts';
import { listDisks } from '../../../../lib/clouds/compute/contract/storage.ts';
import { listVms, monitorVm } from '../../../../lib/clouds/compute/contract/vms.ts';
import { openReading, type ReadingBounds } from '../../../../lib/clouds/http/reading.ts';
import { BillingAccountId, ProjectId, VmId } from '../../../../lib/model/ids.ts';
import { watchedCloud } from '../../../support/clouds/watched-cloud.ts';
import { answer, type Received, rudeService } from '../../../support/rude-service.ts';
import { isWhole } from '../../../support/tier.ts';

const inProject = { projectId: ProjectId.parse('lab') };
const small: ReadingBounds = { bytes: 1_000_000, pages: 20, resources: 1_000, records: 3_000 };
const box = { ...inProject, id: VmId.parse('box') };
const vms = (count: number) => Array.from({ length: count }, (_, nth) => ({ id: `vm-${nth}` }));

/** Writes as long as the client reads. */
function writeForever(response: ServerResponse): void {
  const piece = '{"id":"a"},'.repeat(5_000);
  response.writeHead(200).write('{"VMs":[');
  const go = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', go);
  go();
}

describe('a reply that never ends', () => {
  it('is cut off at the bound after one attempt, and no other request is sent', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const { url, received } = await rudeService((response) => {
      closed = once(response, 'close');
      writeForever(response);
    });
    const { cloud, failure, lines } = watchedCloud(url);
    const reading = openReading('poll', small);
    const error = await failure(cloud.list(listVms, inProject, { reading }));
    expect(error).toMatchObject({
      kind: 'too-much',
      message: 'listVms: too much to read: over 1 MB in one poll',
    });
    await closed;
    const next = await failure(cloud.list(monitorVm, box, { reading }));
    expect(next).toMatchObject({ kind: 'too-much', neverSent: true });
    expect([received.length, lines]).toEqual([1, []]);
    // Requests of another reading are not affected.
    expect(openReading('poll', small).isOver()).toBe(false);
  });

  it('counts together with all others that are read at the same time, refusals included', async () => {
    const { url, received } = await rudeService((response, { path }) => {
      if (path.endsWith('/monitor'))
        return answer(response, 200, { items: [], padding: 'x'.repeat(300_000) });
      answer(response, 503, { padding: 'x'.repeat(300_000) });
    });
    const { cloud, failure } = watchedCloud(url);
    const reading = openReading('poll', small);
    await cloud.list(monitorVm, box, { reading });
    // The third refusal is one too many; the fourth attempt is not made.
    expect(await failure(cloud.list(listVms, inProject, { reading }))).toMatchObject({ kind: 'too-much' });
    expect(received).toHaveLength(4);
  });
});

describe('pages that never end', () => {
  const page = ({ query }: Received, nth: number) => ({
    projects: [{ id: `p-${nth}` }],
    disks: [{ id: `disk-${nth}` }],
    transactions: [{ id: `payment-${nth}`, createTime: '2026-03-10T10:00:00Z' }],
    ...('pageNumber' in query ? { totalCount: 1_000_000 } : { pageToken: `t${nth}`, hasMore: true }),
  });
  it.each([
    ['with new tokens', listProjects, {}],
    ['by number', listDisks, inProject],
    ['with new cursors', listAccountTransactions, { id: BillingAccountId.parse('main') }],
  ] as const)('%s are requested up to the bound', async (_, operation, input) => {
    const { url, received } = await rudeService((response, request, nth) => {
      answer(response, 200, page(request, nth));
    });
    const { cloud, failure } = watchedCloud(url);
    const error = await failure(cloud.list(operation, input, { reading: openReading('poll', small) }));
    expect(error).toMatchObject({
      kind: 'too-much',
      message: `${operation.id}: too much to read: over 20 pages in one poll`,
    });
    expect(received).toHaveLength(20);
  });
});

describe('a list in one reply', () => {
  it.runIf(isWhole())('of 100,000 records is refused, also by itself', async () => {
    const { url, received } = await rudeService((response) => answer(response, 200, { VMs: vms(100_000) }));
    const { cloud, failure } = watchedCloud(url);
    expect(await failure(cloud.list(listVms, inProject))).toMatchObject({
      kind: 'too-much',
      message: 'listVms: too much to read: over 25,000 resources in one list',
    });
    expect(received).toHaveLength(1);
  });

  it.each([
    ['that cannot be read', listVms, { VMs: Array(1_001).fill({}) }, '1,000 resources'],
    ['without an id', monitorVm, { items: Array(3_001).fill({ timestamp: 1 }) }, '3,000 records'],
  ] as const)('of records %s is bounded as well', async (_, operation, body, words) => {
    const { url } = await rudeService((response) => answer(response, 200, body));
    const { cloud, failure } = watchedCloud(url);
    const error = await failure(cloud.list(operation, box, { reading: openReading('list', small) }));
    expect(error.message).toBe(`${operation.id}: too much to read: over ${words} in one list`);
  });

  it('of 5,000 VMs is read in full beside two disks of each', async () => {
    const diskFields = { dataCenterId: 'dc-1', sizeGib: 100 };
    const disk = (nth: number) => ({ ...diskFields, id: `disk-${nth}`, vmId: `vm-${nth >> 1}` });
    const { url } = await rudeService((response, { path, query }) => {
      if (path.endsWith('/vms')) return answer(response, 200, { VMs: vms(5_000) });
      const from = (Number(query['pageNumber']) - 1) * 100;
      const disks = Array.from({ length: 100 }, (_, nth) => disk(from + nth));
      answer(response, 200, { disks, totalCount: 10_000 });
    });
    const { cloud } = watchedCloud(url);
    const reading = openReading('poll');
    const [machines, disks] = await Promise.all([
      cloud.list(listVms, inProject, { reading }),
      cloud.list(listDisks, inProject, { reading }),
    ]);
    expect([machines.items.length, machines.flaws]).toEqual([5_000, []]);
    expect([disks.items.length, disks.flaws]).toEqual([10_000, []]);
  });
});

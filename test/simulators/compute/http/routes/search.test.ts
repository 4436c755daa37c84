import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { searchResources } from '../../../../../lib/simulators/compute/contract/catalogue.ts';
import { aCloud, aVm } from '../../a-cloud.ts';

async function search({ ask }: ReturnType<typeof aCloud>, query: string) {
  const { body } = await ask('GET', `/v1/resources/search?query=${encodeURIComponent(query)}`);
  return z.object({ results: z.array(searchResources.item) }).parse(body).results;
}

describe('the search', () => {
  it('lists matches of the whole name first, then of its beginning, of a part, and of other fields', async () => {
    const cloud = aCloud();
    cloud.world.perform({ kind: 'create-project', id: 'train', account: 'main' });
    for (const id of ['old-train', 'train-7b', 'other', 'train'])
      cloud.world.perform(aVm({ id, project: 'train' }));
    const found = (await search(cloud, 'Train')).map(({ resourceName, score }) => [resourceName, score]);
    expect(found).toEqual([
      ['projects/train', 1],
      ['projects/train/vms/train', 1],
      ['projects/train/vms/train-7b', 0.8],
      ['projects/train/vms/old-train', 0.5],
      ['projects/train/vms/other', 0.2],
    ]);
  });

  it('carries exactly the member that fits the type, with the power state of machines', async () => {
    const cloud = aCloud();
    cloud.world.perform(aVm());
    cloud.world.perform({ kind: 'create-machine', project: 'lab', id: 'metal', priceHr: '1' });
    cloud.world.perform({ kind: 'create-volume', project: 'lab', id: 'papers', sizeGib: 1 });
    cloud.world.perform({ kind: 'create-disk', project: 'lab', id: 'data', sizeGib: 1 });
    const all = [...(await search(cloud, 'lab')), ...(await search(cloud, 'main'))];
    const members = ['billingAccount', 'project', 'virtualMachine', 'machine', 'volume', 'disk'] as const;
    const held = all.map((result) => [
      result.resourceType,
      members.filter((name) => result[name] !== undefined),
    ]);
    expect(new Set(held.map(([type]) => type))).toEqual(new Set(members));
    for (const [type, present] of held) expect(present).toEqual([type]);
    const { body } = await cloud.ask('GET', '/v1/resources/search');
    const everything = z.object({ results: z.array(z.unknown()) }).parse(body).results;
    expect(everything).toHaveLength(new Set(all.map(({ resourceName }) => resourceName)).size);
    expect(all.find(({ machine }) => machine)?.machine?.powerState).toBe('POWERING_ON');
  });
});

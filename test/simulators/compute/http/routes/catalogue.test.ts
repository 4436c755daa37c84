import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { aCloud, viewer } from '../../a-cloud.ts';

const read = async (path: string) => (await aCloud().ask('GET', path, { key: viewer.key })).body;

it('the search of offers gives all of them in pages, cheapest first, and each can be read by itself', async () => {
  const Offer = z.looseObject({ id: z.string(), priceHr: z.object({ value: z.string() }) });
  const Found = z.object({ compute: z.array(Offer), totalCount: z.number() });
  const search = async (query: string) => Found.parse(await read(`/v1/compute/search?${query}`));
  const { compute, totalCount } = await search('pageSize=100');
  expect(compute).toHaveLength(totalCount);
  const prices = compute.map(({ priceHr }) => Number(priceHr.value));
  expect(prices).toEqual(prices.toSorted((left, right) => left - right));
  expect((await search('pageSize=5&pageNumber=2')).compute).toEqual(compute.slice(5, 10));
  expect(await read(`/v1/compute/get/${compute[0]?.id}`)).toEqual({ compute: compute[0] });
});

describe.each(['/v1/vms/machine-types', '/v1/compute/search_v2'])('%s', (path) => {
  it.each([
    ['vcpu=0&memoryGib=0', 8, 192],
    ['gpu=1', 5, 192],
    ['vcpu=150', 5, 192],
    ['memoryGib=1500', 5, 192],
    ['storageGib=20000', 5, 192],
    ['vcpu=5000', 0, 0],
  ])('by %s finds %i machine types', async (query, count, maxVcpu) => {
    const Types = z.looseObject({ hostConfigs: z.array(z.unknown()) });
    const found = Types.parse(await read(`${path}?${query}`));
    expect(found.hostConfigs).toHaveLength(count);
    expect(found).toMatchObject({ maxVcpu });
  });
});

it('the data centers that have VMs say what storage costs there', async () => {
  expect(await read('/v1/vms/data-centers')).toMatchObject({
    dataCenters: [
      {
        id: 'gb-london-1',
        location: { latitude: 51.51, longitude: -0.13 },
        diskPoolPricing: [{ diskGibPriceHr: { value: '0.0001' } }],
        objectStorageGibPriceHr: { value: '0.00003' },
      },
      {},
      {},
    ],
  });
});

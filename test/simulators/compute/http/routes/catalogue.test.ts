import { expect, it } from 'vitest';
import { aCloud, viewer } from '../../a-cloud.ts';

const read = async (path: string) => (await aCloud().ask('GET', path, { key: viewer.key })).body;

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

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { catalogue } from '../../../../../lib/simulators/compute/world/catalogue.ts';
import { cpus } from '../../../../../lib/simulators/compute/world/compute/compute-offers.ts';
import { aCloud } from '../../a-cloud.ts';
import { nobody, owner } from '../../furnished.ts';

const Offer = z.looseObject({
  id: z.string(),
  dataCenterId: z.string(),
  regionId: z.string(),
  machineType: z.string(),
  cpuModel: z.string(),
  cpuVendor: z.string(),
  cpuClass: z.string(),
  gpuModel: z.string(),
  gpuModelId: z.string(),
  gpuVendor: z.string(),
  gpuClass: z.string(),
  vcpus: z.number(),
  memoryGib: z.number(),
  gpus: z.number(),
  storageGib: z.number(),
  available: z.number(),
  renewableEnergy: z.boolean(),
  priceHr: z.object({ value: z.string() }),
});
type Offer = z.infer<typeof Offer>;
const Found = z.object({ compute: z.array(Offer), request: z.looseObject({}), totalCount: z.number() });

const aCatalogue = () => {
  const cloud = aCloud({ keys: [owner, nobody] });
  // The catalogue is for everyone.
  const get = (path: string) => cloud.ask('GET', path, { key: nobody.key });
  const search = async (query: string) => Found.parse((await get(`/v1/compute/search?${query}`)).body);
  return { ...cloud, get, search };
};

const price = ({ priceHr }: Offer) => Number(priceHr.value);

it('every machine type is offered in some data center, with its processor', async () => {
  expect(Object.keys(cpus)).toEqual(Object.keys(catalogue));
  const { compute } = await aCatalogue().search('pageSize=100');
  expect(new Set(compute.map(({ machineType }) => machineType))).toEqual(new Set(Object.keys(catalogue)));
});

describe('the search of offers', () => {
  const filters: readonly (readonly [string, (offer: Offer) => boolean])[] = [
    ['cpuVendor=AMD', ({ cpuVendor }) => cpuVendor === 'AMD'],
    ['cpuClass=accelerated', ({ cpuClass }) => cpuClass === 'accelerated'],
    ['cpuModel=EPYC%20Milan', ({ cpuModel }) => cpuModel === 'EPYC Milan'],
    ['gpuVendor=nvidia', ({ gpuVendor }) => gpuVendor === 'NVIDIA'],
    ['gpuClass=data-center', ({ gpuClass }) => gpuClass === 'data-center'],
    ['gpuModel=h100-sxm', ({ gpuModel }) => gpuModel === 'H100 SXM'],
    ['gpuModel=H100%20SXM&gpuModel=L40S', ({ gpuModel }) => ['H100 SXM', 'L40S'].includes(gpuModel)],
    ['regionId=se-lulea&regionId=us-santaclara', ({ regionId }) => regionId !== 'gb-london'],
    ['dataCenterId=gb-london-1', ({ dataCenterId }) => dataCenterId === 'gb-london-1'],
    ['gpuCountGte=4', ({ gpus }) => gpus >= 4],
    ['gpuCountLte=1', ({ gpus }) => gpus <= 1],
    ['memoryGte=100', ({ memoryGib }) => memoryGib >= 100],
    ['memoryLte=100', ({ memoryGib }) => memoryGib <= 100],
    ['availableGte=50', ({ available }) => available >= 50],
    ['storageGte=200', ({ storageGib }) => storageGib >= 200],
    ['storageLte=100', ({ storageGib }) => storageGib <= 100],
    ['vcpusGte=16', ({ vcpus }) => vcpus >= 16],
    ['vcpusLte=8', ({ vcpus }) => vcpus <= 8],
    ['priceHrLte=0.5', (offer) => price(offer) <= 0.5],
    ['renewableEnergy=true', ({ renewableEnergy }) => renewableEnergy],
    ['renewableEnergy=false', ({ renewableEnergy }) => !renewableEnergy],
  ];

  it.each(filters)('by %s finds those and no others', async (query, isMeant) => {
    const { search } = aCatalogue();
    const all = (await search('pageSize=100')).compute;
    const meant = all.filter(isMeant).map(({ id }) => id);
    expect(meant.length).toBeGreaterThan(0);
    expect(meant.length).toBeLessThan(all.length);
    const found = await search(`pageSize=100&${query}`);
    expect(found.compute.map(({ id }) => id)).toEqual(meant);
    expect(found.totalCount).toBe(meant.length);
  });
});

describe.each(['/v1/vms/machine-types', '/v1/compute/search_v2'])('%s', (path) => {
  const Types = z.looseObject({
    countVmAvailable: z.number(),
    maxGpu: z.number(),
    maxVcpu: z.number(),
    hostConfigs: z.array(
      z.looseObject({ id: z.string(), machineType: z.string(), dataCenterId: z.string() }),
    ),
    gpuModels: z.array(z.looseObject({ name: z.string() })),
    dataCenters: z.array(z.looseObject({ id: z.string() })),
  });
  const types = async (query: string) => Types.parse((await aCatalogue().get(`${path}?${query}`)).body);

  it('lists the hosts that offer a VM of a size, and how many VMs fit', async () => {
    const all = await types('');
    expect(all).toMatchObject({ maxGpu: 8, maxVcpu: 192 });
    expect(all.hostConfigs).toHaveLength(8);
    const found = await types('gpuModel=H100%20SXM&gpu=8&vcpu=96&memoryGib=768&storageGib=1000');
    expect(found.hostConfigs.map(({ id }) => id)).toEqual([
      'gb-london-1.sapphire-rapids-h100',
      'se-lulea-1.sapphire-rapids-h100',
    ]);
    expect(found.countVmAvailable).toBe(8);
    expect(found.gpuModels).toMatchObject([{ name: 'H100 SXM' }]);
    expect(await types('vcpu=5000')).toMatchObject({ countVmAvailable: 0, hostConfigs: [], maxVcpu: 0 });
  });

  it.each([
    ['cpuModel=EPYC%20Milan', 3],
    ['regionId=se-lulea', 2],
    ['dataCenterId=gb-london-1', 4],
    ['gpu=1', 5],
    ['vcpu=150', 5],
    ['memoryGib=1500', 5],
    ['storageGib=20000', 5],
    ['vcpu=0&memoryGib=0', 8],
  ])('by %s finds %i', async (query, count) => {
    expect((await types(query)).hostConfigs).toHaveLength(count);
  });
});

it('the data centers that have VMs show their storage prices', async () => {
  expect((await aCloud().ask('GET', '/v1/vms/data-centers')).body).toMatchObject({
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

import { describe, expect, it } from 'vitest';
import { aCloud, aVm } from '../../a-cloud.ts';
import type { AskedCloud } from '../../a-lab.ts';

const vms = '/v1/projects/lab/vms';

describe('an order of compute', () => {
  const place = ({ ask }: AskedCloud, path: string, body: object) =>
    ask('POST', `/v1/projects/lab/${path}`, { body: JSON.stringify(body) });

  it('makes the VMs of an offer, in its size or another', async () => {
    const cloud = aCloud();
    const two = { vmId: 'old', quantity: 2, osId: 'debian-12' };
    expect(await place(cloud, 'compute/gb-london-1.epyc-milan.8c', two)).toMatchObject({
      status: 200,
      body: { order: { vmIds: ['old-1', 'old-2'], quantity: 2, priceHr: { value: '0.2904' } } },
    });
    const one = { vmId: 'newer', vcpu: 3, memoryGib: 5, bootDisk: { sizeGib: 20 }, password: 'hunter2' };
    expect((await place(cloud, 'compute_v2/se-lulea-1.epyc-milan', one)).status).toBe(200);
    expect((await cloud.ask('GET', vms)).body).toMatchObject({
      VMs: [
        { id: 'newer', datacenterId: 'se-lulea-1', vcpus: 3, memory: 5, bootDisk: { sizeGib: 20 } },
        { id: 'old-1', datacenterId: 'gb-london-1', vcpus: 8, bootDiskPublicImageId: 'debian-12' },
        { id: 'old-2' },
      ],
    });
  });

  it('makes all of them or none', async () => {
    const cloud = aCloud();
    cloud.world.perform(aVm({ id: 'old-2' }));
    const order = { vmId: 'old', quantity: 3 };
    expect((await place(cloud, 'compute/gb-london-1.epyc-milan.8c', order)).status).toBe(409);
    expect((await cloud.ask('GET', '/v1/projects/lab/count-vms')).body).toEqual({ count: 1 });
  });

  it.each([
    ['vmId', {}],
    ['quantity', { vmId: 'x', quantity: 0 }],
    ['quantity', { vmId: 'x', quantity: 1_000_000_000 }],
    ['bootDiskImageId', { vmId: 'x', osId: 'dos' }],
    ['gpus', { vmId: 'x', gpuQuantity: 2 }],
  ])('with a wrong %s is refused', async (field, body) => {
    expect(await place(aCloud(), 'compute/gb-london-1.epyc-milan.8c', body)).toMatchObject({
      status: 400,
      body: { details: [{ fieldViolations: [{ field }] }] },
    });
    expect((await place(aCloud(), 'compute/nothing', { vmId: 'x' })).status).toBe(404);
  });
});

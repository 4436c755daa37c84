import { describe, expect, it } from 'vitest';
import { hours, milliseconds } from '../../../../../lib/model/time/time.ts';
import { settled, start } from '../../a-cloud.ts';
import { aLab } from '../../a-lab.ts';

describe('a private image', () => {
  const make = ({ send }: ReturnType<typeof aLab>, id = 'golden', vmId = 'box') =>
    send('POST', `/images?vmId=${vmId}&id=${id}&description=before%20the%20stop`);

  it('is made of a VM, which shows it and then goes on as it was', async () => {
    const cloud = aLab();
    const { send, read, settle } = cloud;
    await send('POST', '/vms/box/stop');
    settle();
    expect(await make(cloud)).toMatchObject({
      status: 200,
      body: { image: { id: 'golden', sizeGib: 80, state: 'CREATING', description: 'before the stop' } },
    });
    expect(await read('/vms/box')).toMatchObject({ VM: { state: 'CREATING_SNAPSHOT' } });
    expect((await send('POST', '/vms/box/start')).status).toBe(409);
    expect((await make(cloud, 'another')).status).toBe(409);
    settle();
    expect(await read('/vms/box')).toMatchObject({ VM: { state: 'STOPPED' } });
    expect(await read('/vms/box/monitor')).toMatchObject({ items: [] });
    expect(await read('/images')).toMatchObject({
      totalCount: 1,
      images: [{ id: 'golden', state: 'READY' }],
    });
    expect((await make(cloud)).status).toBe(409);
    expect((await make(cloud, 'other', 'nothing')).status).toBe(404);
  });

  it('makes VMs of at least its size, where it is, and cannot be deleted while it does', async () => {
    const cloud = aLab();
    const { send, read, settle } = cloud;
    await make(cloud);
    const order = {
      vmId: 'twin',
      dataCenterId: 'gb-london-1',
      machineType: 'epyc-milan',
      bootDiskImageId: 'golden',
      vcpus: 1,
      memoryGib: 1,
      gpus: 0,
    };
    expect((await send('POST', '/vm', order)).status).toBe(400);
    settle();
    expect((await send('POST', '/vm', { ...order, bootDiskSizeGib: 79 })).status).toBe(400);
    expect((await send('POST', '/vm', { ...order, dataCenterId: 'se-lulea-1' })).status).toBe(400);
    expect((await send('POST', '/vm', order)).status).toBe(200);
    expect((await send('DELETE', '/images/golden')).status).toBe(409);
    settle();
    expect(await read('/vms/twin')).toMatchObject({ VM: { bootDiskPrivateImageId: 'golden' } });
    expect(await read('/disks/twin-boot')).toMatchObject({ disk: { privateImageId: 'golden', sizeGib: 80 } });
    expect((await send('DELETE', '/images/golden')).status).toBe(409);
    await send('POST', '/vms/twin/terminate');
    settle();
    expect((await send('DELETE', '/images/golden')).status).toBe(200);
    expect(await read('/images/golden')).toMatchObject({ image: { state: 'DELETING' } });
    settle();
    expect((await send('GET', '/images/golden')).status).toBe(404);
  });

  it('is billed by its size and time, found, and described anew', async () => {
    const cloud = aLab();
    const { ask, send, read, clock } = cloud;
    await make(cloud);
    const { status } = await send('POST', '/images/golden?description=the%20one');
    expect(status).toBe(200);
    expect(await read('/images/golden')).toMatchObject({ image: { description: 'the one' } });
    clock.set(start);
    clock.advance(milliseconds(hours(3) - settled));
    const range = 'startTime=2026-03-10T10:00:00Z&endTime=2026-03-10T12:00:00Z';
    expect((await ask('GET', `/v1/billing-accounts/main/spend/details?${range}`)).body).toMatchObject({
      spend: [
        {},
        {
          description: expect.stringContaining('golden'),
          unit: 'UNIT_GIB_HOUR',
          unitAmount: { value: '0.00006' },
        },
      ],
    });
    expect((await ask('GET', '/v1/resources/search?query=golden')).body).toMatchObject({
      results: [
        { resourceName: 'projects/lab/images/golden', resourceType: 'image', image: { sizeGib: 80 } },
      ],
    });
  });
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { hours } from '../../../../../lib/model/time/time.ts';
import { aCloud, at, aVm } from '../../a-cloud.ts';
import { nobody, owner } from '../../furnished.ts';

function aSite() {
  const cloud = aCloud({ keys: [owner, nobody] });
  return { ...cloud, get: (path: string) => cloud.ask('GET', path, { key: nobody.key }) };
}

describe('a data center', () => {
  const body = JSON.stringify({
    id: 'no-oslo-1',
    billingAccountId: 'main',
    regionId: 'no-oslo',
    renewableEnergy: true,
    createBy: 'the king',
    lngLat: { lng: 10.75, lat: 59.91 },
  });

  it('is made, changed field by field, and deleted once nothing stands in it', async () => {
    const { ask, world, clock } = aSite();
    const { key } = owner;
    const made = await ask('POST', '/v1/data-centers', { key, body });
    expect(made.body).toMatchObject({
      id: 'no-oslo-1',
      createBy: 'owner@example.com',
      renewableEnergy: true,
    });
    expect((await ask('POST', '/v1/data-centers', { key, body })).status).toBe(409);
    const change = JSON.stringify({ supplierName: 'Fjord', createBy: 'me' });
    expect((await ask('PATCH', '/v1/data-centers/no-oslo-1', { key, body: change })).body).toEqual({
      ...z.looseObject({}).parse(made.body),
      supplierName: 'Fjord',
    });
    world.perform({ kind: 'create-volume', project: 'lab', id: 'v', sizeGib: 1, dataCenter: 'no-oslo-1' });
    expect((await ask('DELETE', '/v1/data-centers/no-oslo-1', { key })).status).toBe(409);
    world.perform({ kind: 'delete-volume', project: 'lab', volume: 'v' });
    expect((await ask('GET', '/v1/data-centers/no-oslo-1/host-count', { key })).body).toEqual({ count: 0 });
    clock.advance(hours(1));
    expect((await ask('DELETE', '/v1/data-centers/no-oslo-1', { key })).status).toBe(200);
    expect((await ask('GET', '/v1/data-centers/no-oslo-1', { key })).status).toBe(404);
  });

  it('is seen by those with a role on it, and among those that have VMs by everyone', async () => {
    const { ask, get } = aSite();
    await ask('POST', '/v1/data-centers', { key: owner.key, body });
    expect((await get('/v1/data-centers')).body).toMatchObject({ dataCenters: [] });
    const ids = async (query = '') =>
      JSON.stringify((await get(`/v1/vms/data-centers${query}`)).body).match(/(?<="id":")[^"]+/g);
    expect(await ids()).toEqual(['gb-london-1', 'se-lulea-1', 'us-santaclara-1']);
    expect(await ids('?renewableEnergy=true')).toEqual(['se-lulea-1']);
    expect(await ids('?regionId=gb-london&regionId=us-santaclara')).toEqual([
      'gb-london-1',
      'us-santaclara-1',
    ]);
    expect((await get('/v1/regions')).body).toMatchObject({
      regions: [{ id: 'gb-london' }, { id: 'no-oslo' }, { id: 'se-lulea' }, { id: 'us-santaclara' }],
    });
  });

  it('brings in another host where none has room, and shows what each carries', async () => {
    const { ask, world } = aSite();
    const read = async (what: string) =>
      (await ask('GET', `/v1/data-centers/us-santaclara-1/${what}`, { key: owner.key })).body;
    expect(await read('host-count')).toEqual({ count: 8 });
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      world.perform(aVm({ id, dataCenter: 'us-santaclara-1', vcpus: 100, memoryGib: 400 }));
    }
    expect(await read('host-count')).toEqual({ count: 9 });
    expect(await read('clusters')).toMatchObject({
      clusters: [
        { machineType: 'epyc-milan', hostCount: 5, vmCount: 5 },
        { hostCount: 4, vmCount: 0 },
      ],
    });
    expect(await read('hosts')).toMatchObject({
      hosts: expect.arrayContaining([expect.objectContaining({ vcpusUsed: 100 })]),
    });
  });

  it('earns what was used in it, month by month', async () => {
    const { ask, world, clock } = aSite();
    world.perform(aVm({ priceHr: '2', dataCenter: 'se-lulea-1' }));
    world.perform({ kind: 'open-account', id: 'card', paymentTerms: 'PREPAID', credit: '10' });
    world.perform({ kind: 'create-project', id: 'paid', account: 'card' });
    world.perform(aVm({ project: 'paid', priceHr: '10.5', dataCenter: 'se-lulea-1' }));
    clock.advance(hours(1));
    clock.set(at('2026-04-01T05:00:00Z'));
    const read = async (what: string) =>
      (await ask('GET', `/v1/data-centers/se-lulea-1/${what}`, { key: owner.key })).body;
    const inMarch = (21 * 24 + 14) * 2;
    expect(await read('revenue')).toMatchObject({
      dataCenterRevenueHistory: [
        { startTime: '2026-03-01T00:00:00Z', amount: { value: `${inMarch + 10.5}` } },
        { startTime: '2026-04-01T00:00:00Z', endTime: '2026-04-01T05:00:00Z', amount: { value: '10' } },
      ],
    });
    // The prepaid VM went with the credit, half a dollar too late.
    expect(await read('revenue-total')).toEqual({
      amountCollected: { value: `${inMarch + 10}` },
      amountReceivable: { value: '10' },
      amountUncollectible: { value: '0.5' },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { days, hours, minutes } from '../../../../../lib/model/time/time.ts';
import { aCloud, at, start } from '../../a-cloud.ts';

const lab = '/v1/projects/lab';
const order = {
  id: 'pod',
  dataCenterId: 'gb-london-1',
  machineTypeId: 'bare-metal-h100',
  machineCount: 2,
};
const ipoib = { networkPrefix: '10.0.0.0/8', portBits: 4, hostBits: 12 };

function aLab() {
  const cloud = aCloud();
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    cloud.ask(method, `${lab}${path}`, body ? { body: JSON.stringify(body) } : {});
  return { ...cloud, send };
}

/** A cluster that is delivered. */
async function aCluster(more: object = {}) {
  const made = aLab();
  expect(await made.send('POST', '/clusters', { ...order, ...more })).toMatchObject({
    status: 200,
    body: { state: 'CREATING', machines: [{ state: 'CREATING', powerState: 'POWERING_ON' }, {}] },
  });
  made.clock.advance(minutes(20));
  const read = async () => (await made.send('GET', '/clusters/pod')).body;
  return { ...made, read };
}

describe('a cluster', () => {
  it('lists its machines, each with its price', async () => {
    const { read, send, ask } = await aCluster({ ipoibConfig: ipoib, networkType: 'INFINIBAND' });
    const cluster = {
      id: 'pod',
      state: 'ACTIVE',
      machineCount: 2,
      totalGpus: 16,
      totalCpuCores: 224,
      ipoibConfig: ipoib,
      networkType: 'INFINIBAND',
      machinePriceHr: { value: '21.6' },
      totalMachinePriceHr: { value: '43.2' },
      totalPriceHr: { value: '43.2' },
      machines: [
        { id: 'pod-1', state: 'ACTIVE', powerState: 'ON', gpus: 8, priceHr: { value: '21.6' } },
        { id: 'pod-2' },
      ],
    };
    expect(await read()).toMatchObject(cluster);
    expect((await send('GET', '/clusters')).body).toMatchObject({ totalCount: 1, clusters: [cluster] });
    expect((await send('GET', '/cluster-machines/pod-2')).body).toMatchObject({
      id: 'pod-2',
      projectId: 'lab',
    });
    expect((await ask('GET', '/v1/resources/search?query=pod')).body).toMatchObject({
      results: [{ resourceType: 'cluster', cluster: { id: 'pod', machines: [{}, {}] } }],
    });
    expect((await ask('GET', '/v1/billing-accounts/main')).body).toMatchObject({
      hourlySpendRate: { value: '43.2' },
    });
  });

  it('costs more as soon as it grows, and less only when its machines are gone', async () => {
    const { send, read, clock, world } = await aCluster();
    const resize = (machineCount: number) => send('PATCH', '/clusters/pod', { machineCount });
    const grown = clock.now();
    expect(await resize(3)).toMatchObject({ body: { state: 'UPDATING', machineCount: 3 } });
    expect((await resize(4)).status).toBe(409);
    clock.advance(hours(1));
    expect(await read()).toMatchObject({ state: 'ACTIVE', totalPriceHr: { value: '64.8' } });
    const shrunk = clock.now();
    expect(await resize(1)).toMatchObject({
      body: { state: 'UPDATING', machines: [{}, { state: 'DELETING' }, {}] },
    });
    clock.advance(hours(1));
    expect(await read()).toMatchObject({ state: 'ACTIVE', machineCount: 1, machines: [{ id: 'pod-1' }] });
    await resize(2);
    expect(await read()).toMatchObject({ machines: [{ id: 'pod-1' }, { id: 'pod-4' }] });
    const { lines } = world.bill(start, clock.now());
    const spans = lines.map(({ tariff, span }) => [tariff.units, span]);
    expect(spans.slice(0, 1)).toEqual([[2, grown - start]]);
    const [, three = 0] = spans[1] ?? [];
    expect(three).toBeGreaterThanOrEqual(shrunk - grown + 30_000);
    expect(three).toBeLessThanOrEqual(shrunk - grown + 90_000);
    expect(spans.slice(2)).toEqual([[1, clock.now() - grown - three]]);
  });

  it('with a commitment costs less, may grow but not shrink, and exists until its end', async () => {
    const { send, clock, world, read } = await aCluster();
    const commitmentTerm = 'COMMITMENT_TERM_3_MONTHS';
    expect((await send('POST', '/clusters/pod/commit', { commitmentTerm })).status).toBe(200);
    expect(await read()).toMatchObject({
      machinePriceHr: { value: '19.44' },
      totalPriceHr: { value: '38.88' },
    });
    expect((await send('PATCH', '/clusters/pod', { machineCount: 1 })).status).toBe(409);
    expect((await send('PATCH', '/clusters/pod', { commitmentTerm, machineCount: 3 })).status).toBe(200);
    expect((await send('POST', '/clusters/pod/commit', {})).status).toBe(400);
    clock.set(at('2026-06-10T10:00:00Z'));
    expect(await read()).toMatchObject({ totalPriceHr: { value: '58.32' } });
    expect((await send('DELETE', '/clusters/pod')).status).toBe(409);
    clock.set(at('2026-06-10T10:20:00Z'));
    expect(await read()).toMatchObject({ totalPriceHr: { value: '64.8' } });
    expect((await send('DELETE', '/clusters/pod')).status).toBe(200);
    clock.advance(minutes(2));
    expect((await send('GET', '/clusters/pod')).status).toBe(404);
    expect((await send('GET', '/cluster-machines/pod-1')).status).toBe(404);
    const ended = world.bill(start, clock.now()).total;
    clock.advance(days(200));
    expect(world.bill(start, clock.now()).total.toFixed()).toBe(ended.toFixed());
  });
});

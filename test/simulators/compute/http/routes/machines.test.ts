import { describe, expect, it } from 'vitest';
import { days, minutes } from '../../../../../lib/model/time/time.ts';
import { aCloud, start } from '../../a-cloud.ts';

const machines = '/v1/projects/lab/machines';
const order = {
  id: 'metal',
  dataCenterId: 'gb-london-1',
  machineTypeId: 'bare-metal-h100',
  os: 'ubuntu-24-04',
};
const asIs = { dataCenterId: order.dataCenterId, machineTypeId: order.machineTypeId, os: order.os };

/** A machine that is delivered. */
async function aMachine(more: object = {}) {
  const cloud = aCloud();
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    cloud.ask(method, `${machines}${path}`, body ? { body: JSON.stringify(body) } : {});
  const read = async () => (await cloud.ask('GET', `${machines}/metal`)).body;
  expect(await send('POST', '', { ...order, ...more })).toMatchObject({
    status: 200,
    body: { state: 'CREATING', powerState: 'POWERING_ON' },
  });
  cloud.clock.advance(minutes(20));
  return { ...cloud, send, read };
}

describe('a machine that is ordered', () => {
  it('has the properties and the price of its type', async () => {
    const { read, world, clock } = await aMachine({
      priceHr: { value: '.01' },
      userData: 'echo',
      powerState: 'OFF',
    });
    expect(await read()).toMatchObject({
      state: 'ACTIVE',
      powerState: 'ON',
      cpuCores: 112,
      gpus: 8,
      gpuModelId: 'h100-sxm',
      priceHr: { value: '21.6' },
      startScript: 'echo',
      createBy: 'editor@example.com',
    });
    expect(world.bill(start, clock.now()).total.toFixed()).toBe(String(21.6 * minutes(20)));
  });
});

describe('an existing machine', () => {
  it('can be patched with the whole record that was read, which changes nothing', async () => {
    const { send, read, clock } = await aMachine({ commitmentTerm: 'COMMITMENT_TERM_3_MONTHS' });
    await send('PATCH', '/metal', { ...asIs, powerState: 'OFF' });
    clock.advance(minutes(2));
    const before = await read();
    clock.advance(days(3));
    expect(await send('PATCH', '/metal', Object(before))).toMatchObject({ status: 200, body: before });
  });

  it('can be deployed with another system, and accepts no other change meanwhile', async () => {
    const { send, read, clock } = await aMachine();
    const body = { os: 'debian-12', sshKeySource: 'SSH_KEY_SOURCE_PROJECT' };
    expect((await send('POST', '/metal/deploy', { os: 'dos' })).status).toBe(400);
    expect((await send('POST', '/metal/deploy', body)).status).toBe(200);
    expect(await read()).toMatchObject({ state: 'DEPLOYING', powerState: 'REBOOTING', os: 'debian-12' });
    expect((await send('POST', '/metal/deploy', body)).status).toBe(409);
    expect((await send('DELETE', '/metal')).status).toBe(409);
    expect((await send('PATCH', '/metal', { ...asIs, os: 'debian-12', powerState: 'OFF' })).status).toBe(409);
    clock.advance(minutes(20));
    expect(await read()).toMatchObject({
      state: 'ACTIVE',
      powerState: 'ON',
      sshKeySource: body.sshKeySource,
    });
    expect((await send('DELETE', '/metal')).status).toBe(200);
    clock.advance(minutes(2));
    expect(await read()).toMatchObject({ status: 'NOT_FOUND' });
  });
});

describe('the state of a machine', () => {
  it('is separate from its power state, which can be switched in one state only', async () => {
    const { send, read, world, clock } = await aMachine();
    expect((await send('POST', '', { ...order, id: 'second' })).status).toBe(200);
    clock.advance(minutes(3));
    const second = { state: 'DEPLOYING', powerState: 'ON' };
    expect(await send('PATCH', '/second', { ...asIs, customSshKeys: [] })).toMatchObject({ body: second });
    expect((await send('PATCH', '/second', { ...asIs, powerState: 'OFF' })).status).toBe(409);
    for (const state of ['CREATING', 'UPDATING', 'FAILED', 'DELETING']) {
      for (const power of ['ON', 'OFF']) {
        world.perform({ kind: 'enter-machine-state', project: 'lab', machine: 'metal', state, power });
        expect(await read()).toMatchObject({ state, powerState: power });
        const other = power === 'ON' ? 'OFF' : 'ON';
        expect((await send('PATCH', '/metal', { ...asIs, powerState: other })).status).toBe(409);
      }
    }
  });
});

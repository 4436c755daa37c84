import { describe, expect, it } from 'vitest';
import { getMachine } from '../../../../lib/clouds/compute/contract/machines.ts';
import { getVm } from '../../../../lib/clouds/compute/contract/vms.ts';
import { milliseconds, minutes, seconds } from '../../../../lib/model/time/time.ts';
import { aCloud, aVm, settled } from '../a-cloud.ts';

const box = '/v1/projects/lab/vms/box';
const metal = '/v1/projects/lab/machines/metal';
const asIs = { dataCenterId: 'gb-london-1', machineTypeId: 'bare-metal-epyc', os: 'ubuntu-24-04' };

type Cloud = ReturnType<typeof aCloud>;

async function vmState({ ask }: Cloud): Promise<string | null | undefined> {
  const { status, body } = await ask('GET', box);
  return status === 404 ? 'not found' : getVm.reply.parse(body).VM.state;
}

async function powerState({ ask }: Cloud): Promise<string | null | undefined> {
  return getMachine.reply.parse((await ask('GET', metal)).body).powerState;
}

/** The states gone through, and how many seconds each was seen, until the last of them has come. */
async function watched(
  cloud: Cloud,
  poll: (cloud: Cloud) => Promise<string | null | undefined>,
  last: string,
) {
  const seen = new Map<string, number>();
  for (let second = 0; second < 2_000; second++) {
    const state = String(await poll(cloud));
    if (state === last) return { states: [...seen.keys(), last], seconds: [...seen.values()] };
    seen.set(state, (seen.get(state) ?? 0) + 1);
    cloud.clock.advance(seconds(1));
  }
  throw new Error(`never ${last}: ${[...seen.keys()].join(', ')}`);
}

const switchPower = (cloud: Cloud, powerState: string, body: object = asIs) =>
  cloud.ask('PATCH', metal, { body: JSON.stringify({ ...body, powerState }) });

describe('a VM', () => {
  it('is created through PENDING and CLONING', async () => {
    const cloud = aCloud();
    cloud.world.perform(aVm());
    const { states, seconds: took } = await watched(cloud, vmState, 'ACTIVE');
    expect(states).toEqual(['PENDING', 'CLONING', 'ACTIVE']);
    expect(took[1]).toBeGreaterThanOrEqual(30);
    expect(took[1]).toBeLessThanOrEqual(90);
  });

  it('is STOPPING for half a minute to one and a half when it is stopped, and STARTING when started', async () => {
    const cloud = aCloud();
    cloud.world.perform(aVm());
    cloud.clock.advance(milliseconds(settled));
    expect((await cloud.ask('POST', `${box}/stop`)).status).toBe(200);
    const stopping = await watched(cloud, vmState, 'STOPPED');
    expect((await cloud.ask('POST', `${box}/start`)).status).toBe(200);
    const starting = await watched(cloud, vmState, 'ACTIVE');
    expect(stopping.states).toEqual(['STOPPING', 'STOPPED']);
    expect(starting.states).toEqual(['STARTING', 'ACTIVE']);
    for (const took of [...stopping.seconds, ...starting.seconds]) {
      expect(took).toBeGreaterThanOrEqual(30);
      expect(took).toBeLessThanOrEqual(90);
    }
  });

  it('is DELETING when it is terminated, and then not found and not listed', async () => {
    const cloud = aCloud();
    cloud.world.perform(aVm());
    cloud.clock.advance(milliseconds(settled));
    await cloud.ask('POST', `${box}/terminate`);
    expect((await watched(cloud, vmState, 'not found')).states).toEqual(['DELETING', 'not found']);
    expect((await cloud.ask('GET', '/v1/projects/lab/vms')).body).toEqual({ VMs: [] });
    expect(await cloud.ask('GET', `${box}/monitor`)).toMatchObject({
      status: 404,
      body: { status: 'NOT_FOUND' },
    });
  });

  it.each([
    ['start', 'ACTIVE'],
    ['stop', 'STOPPED'],
    ['start', 'STOPPING'],
    ['stop', 'STOPPING'],
    ['terminate', 'STOPPING'],
    ['stop', 'MIGRATING'],
    ['start', 'FAILED'],
  ])('refuses to %s while it is %s, and stays as it is', async (action, state) => {
    const cloud = aCloud();
    cloud.world.perform(aVm());
    cloud.clock.advance(milliseconds(settled));
    cloud.world.perform({ kind: 'enter-state', project: 'lab', vm: 'box', state });
    const reply = await cloud.ask('POST', `${box}/${action}`);
    expect(reply).toMatchObject({ status: 409, body: { code: 409, status: 'FAILED_PRECONDITION' } });
    expect(await vmState(cloud)).toBe(state);
  });

  it('stays in the state that the platform puts it in, whatever transition was pending', async () => {
    const cloud = aCloud();
    cloud.world.perform(aVm());
    cloud.clock.advance(seconds(20));
    cloud.world.perform({ kind: 'enter-state', project: 'lab', vm: 'box', state: 'FAILED' });
    cloud.clock.advance(milliseconds(settled));
    expect(await vmState(cloud)).toBe('FAILED');
  });
});

describe('a bare-metal machine', () => {
  const aMachine = async () => {
    const cloud = aCloud();
    cloud.world.perform({ kind: 'create-machine', project: 'lab', id: 'metal', priceHr: '2' });
    cloud.clock.advance(minutes(20));
    return cloud;
  };

  it('is switched off and on by a PATCH, with a delay', async () => {
    const cloud = await aMachine();
    expect(await switchPower(cloud, 'OFF')).toMatchObject({
      status: 200,
      body: { powerState: 'POWERING_OFF' },
    });
    expect((await watched(cloud, powerState, 'OFF')).states).toEqual(['POWERING_OFF', 'OFF']);
    await switchPower(cloud, 'ON');
    expect((await watched(cloud, powerState, 'ON')).states).toEqual(['POWERING_ON', 'ON']);
  });

  it('is not changed by a PATCH to its current state, and refuses one while it is switching', async () => {
    const cloud = await aMachine();
    expect(await switchPower(cloud, 'ON')).toMatchObject({ status: 200, body: { powerState: 'ON' } });
    await switchPower(cloud, 'OFF');
    expect(await switchPower(cloud, 'ON')).toMatchObject({
      status: 409,
      body: { status: 'FAILED_PRECONDITION' },
    });
  });

  it.each(['dataCenterId', 'machineTypeId', 'os'])(
    'refuses a PATCH without %s, and one that changes it',
    async (field) => {
      const cloud = await aMachine();
      const { [field]: _left, ...without }: Record<string, string> = asIs;
      for (const body of [without, { ...asIs, [field]: 'another' }]) {
        const reply = await switchPower(cloud, 'OFF', body);
        expect(reply).toMatchObject({ status: 400, body: { status: 'INVALID_ARGUMENT' } });
        expect(JSON.stringify(reply.body)).toContain(`"field":"${field}"`);
      }
      expect(await powerState(cloud)).toBe('ON');
    },
  );
});

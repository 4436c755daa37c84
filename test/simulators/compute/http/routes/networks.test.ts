import { describe, expect, it } from 'vitest';
import { hours, milliseconds } from '../../../../../lib/model/time/time.ts';
import { aCloud, aVm, settled, start } from '../../a-cloud.ts';

const networks = '/v1/projects/lab/networks';
const groups = `${networks}/security-groups`;

function aLab() {
  const cloud = aCloud();
  const settle = () => cloud.clock.advance(milliseconds(settled));
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    cloud.ask(method, path, body ? { body: JSON.stringify(body) } : {});
  return { ...cloud, settle, send };
}

const inner = { networkId: 'inner', dataCenterId: 'gb-london-1', cidrPrefix: '192.168.4.0/22' };

describe('a network', () => {
  it('is made, priced, used and deleted', async () => {
    const { send, settle, clock, world } = aLab();
    expect((await send('POST', networks, { ...inner, vrouterSize: 'VROUTER_INSTANCE_MEDIUM' })).status).toBe(
      200,
    );
    expect((await send('GET', `${networks}/inner`)).body).toMatchObject({
      network: { state: 'CREATING', vmState: 'CLONING', priceHr: { value: '0.025' } },
    });
    const order = aVm({ nics: [{ networkId: 'inner' }] });
    expect(() => world.perform(order)).toThrow('inner is CREATING');
    settle();
    expect((await send('GET', networks)).body).toMatchObject({
      networks: [{ id: 'inner', state: 'ACTIVE', ipRange: '192.168.4.0/22', gateway: '192.168.4.1' }],
    });
    world.perform(order);
    expect((await send('GET', '/v1/projects/lab/vms?networkId=inner')).body).toMatchObject({
      VMs: [{ id: 'box' }],
    });
    expect(await send('DELETE', `${networks}/inner`)).toMatchObject({
      status: 409,
      body: { status: 'FAILED_PRECONDITION', message: expect.stringContaining('box') },
    });
    settle();
    world.perform({ kind: 'terminate-vm', project: 'lab', vm: 'box' });
    settle();
    expect((await send('DELETE', `${networks}/inner`)).status).toBe(200);
    expect((await send('DELETE', `${networks}/inner`)).status).toBe(409);
    clock.advance(hours(2));
    expect((await send('GET', `${networks}/inner`)).status).toBe(404);
    const [line] = world.bill(start, clock.now(), { kind: 'network' }).lines;
    expect(line?.span).toBeGreaterThanOrEqual(3 * settled + 10_000);
    expect(line?.span).toBeLessThanOrEqual(3 * settled + 40_000);
  });

  it('is stopped and started with its router, and billed all the while', async () => {
    const { send, settle, clock, world } = aLab();
    await send('POST', networks, inner);
    expect((await send('POST', `${networks}/inner/stop`)).status).toBe(409);
    settle();
    const shown = async () => (await send('GET', `${networks}/inner`)).body;
    expect((await send('POST', `${networks}/inner/stop`)).status).toBe(200);
    expect(await shown()).toMatchObject({ network: { state: 'STOPPING', vmState: 'STOPPING' } });
    settle();
    expect(await shown()).toMatchObject({ network: { state: 'STOPPED', vmState: 'STOPPED' } });
    expect(() => world.perform(aVm({ nics: [{ networkId: 'inner' }] }))).toThrow('inner is STOPPED');
    expect((await send('POST', `${networks}/inner/stop`)).status).toBe(409);
    expect((await send('POST', `${networks}/inner/start`, {})).status).toBe(200);
    expect(await shown()).toMatchObject({ network: { state: 'STARTING', vmState: 'STARTING' } });
    settle();
    expect(await shown()).toMatchObject({ network: { state: 'ACTIVE', vmState: 'ACTIVE' } });
    const [line] = world.bill(start, clock.now(), { kind: 'network' }).lines;
    expect(line?.span).toBe(clock.now() - start);
    expect((await send('POST', `${networks}/inner/start`)).status).toBe(409);
    expect((await send('POST', `${networks}/other/stop`)).status).toBe(404);
  });

  it.each([
    ['networkId', { ...inner, networkId: undefined }],
    ['dataCenterId', { ...inner, dataCenterId: undefined }],
    ['dataCenterId', { ...inner, dataCenterId: 'atlantis-1' }],
    ['cidrPrefix', { ...inner, cidrPrefix: '10.0.0.0/33' }],
    ['cidrPrefix', { ...inner, cidrPrefix: 'everything' }],
    ['networkId', { ...inner, networkId: 'a b' }],
  ])('with a wrong %s is refused', async (field, body) => {
    expect(await aLab().send('POST', networks, body)).toMatchObject({
      status: 400,
      body: { details: [{ fieldViolations: [{ field }] }] },
    });
  });

  it('has no twin in its project', async () => {
    const { send } = aLab();
    await send('POST', networks, inner);
    expect((await send('POST', networks, inner)).status).toBe(409);
  });
});

describe('a security group', () => {
  const web = {
    id: 'web',
    dataCenterId: 'gb-london-1',
    description: 'the world',
    rules: [{ protocol: 'tcp', ports: '443', ipRangeCidr: '0.0.0.0/0' }],
  };
  const create = ({ send }: ReturnType<typeof aLab>, more: object = {}) =>
    send('POST', groups, { securityGroup: { ...web, ...more } });

  it('keeps the fields that it was given, and changes those that are named', async () => {
    const lab = aLab();
    expect(await create(lab)).toMatchObject({
      status: 200,
      body: { securityGroup: { ...web, projectId: 'lab' } },
    });
    const change = { securityGroup: { description: 'nobody' } };
    expect((await lab.send('PATCH', `${groups}/web`, change)).body).toMatchObject({
      securityGroup: { ...web, description: 'nobody' },
    });
    expect((await lab.send('GET', `${groups}/web`)).body).toMatchObject({
      securityGroup: { description: 'nobody' },
    });
    expect((await lab.send('GET', `${groups}?dataCenterId=gb-london-1`)).body).toMatchObject({
      totalCount: 1,
    });
    expect((await lab.send('GET', `${groups}?dataCenterId=se-lulea-1`)).body).toMatchObject({
      totalCount: 0,
    });
    expect((await create(lab)).status).toBe(409);
    expect((await lab.send('DELETE', `${groups}/web`)).status).toBe(200);
    expect((await lab.send('GET', `${groups}/web`)).status).toBe(404);
  });

  it.each([
    [{ securityGroups: ['web'] }, 409],
    [{ nics: [{ securityGroupIds: ['web'] }] }, 409],
    [{ securityGroups: ['web'], nics: [{}] }, 200],
  ])('is not deleted under a VM that has it: %j', async (more, status) => {
    const lab = aLab();
    await create(lab);
    lab.world.perform(aVm(more));
    expect((await lab.send('DELETE', `${groups}/web`)).status).toBe(status);
  });

  it.each([
    ['securityGroup.id', { id: undefined }],
    ['securityGroup.id', { id: '' }],
    ['securityGroup.dataCenterId', { dataCenterId: 'atlantis-1' }],
    ['securityGroup.projectId', { projectId: 'another' }],
  ])('with a wrong %s is refused', async (field, more) => {
    const lab = aLab();
    expect(await create(lab, more)).toMatchObject({
      status: 400,
      body: { details: [{ fieldViolations: [{ field }] }] },
    });
    expect((await lab.send('POST', groups, {})).status).toBe(400);
  });

  it('does not move to another data center or name', async () => {
    const lab = aLab();
    await create(lab);
    for (const securityGroup of [{ id: 'other' }, { dataCenterId: 'se-lulea-1' }]) {
      expect((await lab.send('PATCH', `${groups}/web`, { securityGroup })).status).toBe(400);
    }
  });
});

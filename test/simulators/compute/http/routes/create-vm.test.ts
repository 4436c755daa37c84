import { describe, expect, it } from 'vitest';
import { hours, milliseconds } from '../../../../../lib/model/time/time.ts';
import { aCloud, settled, start, viewer } from '../../a-cloud.ts';
import { type AskedCloud, anOrderedVm, orderVm, vmOrder } from '../../a-lab.ts';

const vms = '/v1/projects/lab/vms';
const state = async ({ ask }: AskedCloud, id = 'box') => (await ask('GET', `${vms}/${id}`)).body;

describe('a VM that is created', () => {
  it('is as it was ordered, at the catalogue price, in the name of whoever asked', async () => {
    const cloud = aCloud();
    const reply = await orderVm(cloud, {
      bootDiskSizeGib: 100,
      metadata: { env: 'test' },
      commitmentTerm: 'COMMITMENT_TERM_1_MONTH',
      sshKeySource: 'SSH_KEY_SOURCE_USER',
      customSshKeys: ['ssh-ed25519 AAAA'],
      password: 'hunter2',
      startScript: 'echo hello',
      topology: { cores: 2, sockets: 1, threads: 2 },
      cpuModel: 'EPYC Milan',
      maxPriceHr: { value: '+8.16e-2' },
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        id: 'box',
        vm: {
          state: 'PENDING',
          machineType: 'epyc-milan',
          bootDiskPublicImageId: 'ubuntu-2404',
          bootDisk: { id: 'box-boot', sizeGib: 100 },
          metadata: { env: 'test' },
          commitmentTerm: 'COMMITMENT_TERM_1_MONTH',
          commitmentEndTime: '2026-04-10T10:00:00Z',
          // 4 × 0.0042 + 16 × 0.0033 + 100 × 0.00012, and 5 % less for the month
          price: { vcpuPriceHr: { value: '0.00399' }, totalPriceHr: { value: '0.07752' } },
        },
      },
    });
    expect(JSON.stringify(reply.body)).not.toMatch(/hunter2|hello|AAAA/);
    cloud.clock.advance(milliseconds(settled));
    expect(await state(cloud)).toMatchObject({ VM: { state: 'ACTIVE' } });
    expect((await cloud.ask('GET', '/v1/projects/lab/count-vms')).body).toEqual({ count: 1 });
    expect((await cloud.ask('GET', `${vms}/box/monitor`)).status).toBe(200);
  });

  it.each([
    [{ bootDisk: { sizeGib: 70 } }, 70],
    [{ bootDisk: { sizeGib: 70 }, bootDiskSizeGib: 80 }, 80],
    [{}, 10],
  ])('with %j has a boot disk of %i GiB', async (more, sizeGib) => {
    expect((await orderVm(aCloud(), more)).body).toMatchObject({ vm: { bootDisk: { sizeGib } } });
  });

  it('only to see whether it could be is not', async () => {
    const cloud = aCloud();
    expect(await orderVm(cloud, { validateOnly: true })).toMatchObject({
      status: 200,
      body: { id: 'box', vm: { price: { totalPriceHr: { value: '0.0708' } } } },
    });
    expect(await orderVm(cloud, { validateOnly: true, vcpus: 0 })).toMatchObject({ status: 400 });
    cloud.clock.advance(hours(1));
    expect((await cloud.ask('GET', vms)).body).toEqual({ VMs: [] });
    expect(cloud.world.bill(start, cloud.clock.now()).lines).toEqual([]);
  });

  it('dearer than its maxPriceHr is refused, and at just that price is not', async () => {
    const cloud = aCloud();
    expect(await orderVm(cloud, { maxPriceHr: { value: '0.0707999' } })).toMatchObject({
      status: 409,
      body: { status: 'FAILED_PRECONDITION' },
    });
    expect((await orderVm(cloud, { maxPriceHr: { value: '.0708' } })).status).toBe(200);
  });

  it('by the id of another is refused until that one is gone', async () => {
    const cloud = await anOrderedVm();
    expect(await orderVm(cloud)).toMatchObject({ status: 409, body: { status: 'ALREADY_EXISTS' } });
    await cloud.ask('POST', `${vms}/box/terminate`);
    expect((await orderVm(cloud)).status).toBe(409);
    cloud.clock.advance(milliseconds(settled));
    expect((await orderVm(cloud)).status).toBe(200);
  });

  it('takes null for what is not given, as protocol buffers do', async () => {
    const nothing = { nics: null, ttl: null, maxPriceHr: null, bootDisk: null, metadata: { a: 'b' } };
    expect((await orderVm(aCloud(), nothing)).status).toBe(200);
  });

  it.each([
    ['dataCenterId', { dataCenterId: 'atlantis-1' }],
    ['machineType', { machineType: 'abacus' }],
    ['machineType', { machineType: 'constructor' }],
    ['machineType', { dataCenterId: 'se-lulea-1', machineType: 'sapphire-rapids-l40s' }],
    ['bootDiskImageId', { bootDiskImageId: 'windows-95' }],
    ['gpus', { gpus: 1 }],
    ['gpus', { gpus: -1 }],
    ['vcpus', { vcpus: -4 }],
    ['vcpus', { vcpus: 0 }],
    ['vcpus', { vcpus: 2_147_483_648 }],
    ['vcpus', { vcpus: 1.5 }],
    ['memoryGib', { memoryGib: 0 }],
    ['bootDiskSizeGib', { bootDiskSizeGib: 9 }],
    ['vmId', { vmId: '' }],
    ['vmId', { vmId: 'a/b' }],
    ['vmId', { vmId: '..' }],
    ['commitmentTerm', { commitmentTerm: 'COMMITMENT_TERM_13_MONTHS' }],
    ['sshKeySource', { sshKeySource: 'SSH_KEY_SOURCE_STOLEN' }],
    ['cpuModel', { cpuModel: 'Z80' }],
    ['gpuModel', { machineType: 'sapphire-rapids-h100', gpuModel: 'L40S' }],
    ['storageDiskIds.0', { storageDiskIds: ['nothing'] }],
    ['nics.0.networkId', { nics: [{ networkId: 'nowhere' }] }],
    ['securityGroupIds.0', { securityGroupIds: ['nobody'] }],
    ['nics.0.securityGroupIds.0', { nics: [{ securityGroupIds: ['nobody'] }] }],
    ['expireTime', { expireTime: '2026-03-10T10:00:00Z' }],
    ['expireTime', { expireTime: 'tomorrow' }],
    ['ttl', { ttl: 'a while' }],
    ['ttl', { ttl: '0s' }],
    ['ttl', { ttl: '60s', expireTime: '2026-03-11T10:00:00Z' }],
    ['maxPriceHr', { maxPriceHr: { value: '-1' } }],
    ['maxPriceHr.value', { maxPriceHr: { value: '1,000' } }],
  ])('with the wrong %s is refused: %j', async (field, more) => {
    const cloud = aCloud();
    expect(await orderVm(cloud, more)).toMatchObject({
      status: 400,
      body: {
        status: 'INVALID_ARGUMENT',
        details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field }] }],
      },
    });
    expect((await cloud.ask('GET', vms)).body).toEqual({ VMs: [] });
  });

  it('with many mistakes is told of them all', async () => {
    const { body } = await orderVm(aCloud(), { vcpus: -1, memoryGib: -1, machineType: 'abacus' });
    expect(body).toMatchObject({
      details: [{ fieldViolations: [{ field: 'machineType' }, { field: 'vcpus' }, { field: 'memoryGib' }] }],
    });
  });

  it.each([undefined, '{}'])('from the body %j is told of every field that it lacks', async (body) => {
    const reply = await aCloud().ask('POST', '/v1/projects/lab/vm', body === undefined ? {} : { body });
    const fields = JSON.stringify(reply.body).match(/(?<="field":")\w+/g);
    const needed = ['dataCenterId', 'machineType', 'vmId', 'bootDiskImageId', 'vcpus', 'memoryGib', 'gpus'];
    expect({ status: reply.status, fields }).toEqual({ status: 400, fields: needed });
  });

  it('in a project that is not there is not found, and with a viewer’s key not made', async () => {
    const { ask } = aCloud();
    const body = JSON.stringify(vmOrder());
    expect((await ask('POST', '/v1/projects/nowhere/vm', { body })).status).toBe(404);
    expect((await ask('POST', '/v1/projects/lab/vm', { body, key: viewer.key })).status).toBe(403);
  });
});

import { describe, expect, it } from 'vitest';
import { hours, milliseconds } from '../../../../../lib/model/time/time.ts';
import { aCloud, settled, start } from '../../a-cloud.ts';
import { type AskedCloud, orderVm } from '../../a-lab.ts';

const vms = '/v1/projects/lab/vms';
const state = async ({ ask }: AskedCloud, id = 'box') => (await ask('GET', `${vms}/${id}`)).body;

describe('a VM that is ordered', () => {
  it('is as it was ordered, at the catalogue price, with the caller as its creator', async () => {
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

  it('for validation only is not created', async () => {
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

  it('above its maxPriceHr is refused, and at exactly that price is accepted', async () => {
    const cloud = aCloud();
    expect(await orderVm(cloud, { maxPriceHr: { value: '0.0707999' } })).toMatchObject({
      status: 409,
      body: { status: 'FAILED_PRECONDITION' },
    });
    expect((await orderVm(cloud, { maxPriceHr: { value: '.0708' } })).status).toBe(200);
  });
});

import { expect } from 'vitest';
import { milliseconds } from '../../../lib/model/time/time.ts';
import { aCloud, aVm, settled } from './a-cloud.ts';

export type AskedCloud = ReturnType<typeof aCloud>;

/** The required fields of a VM, and no others. */
export const vmOrder = (more: object = {}) => ({
  vmId: 'box',
  dataCenterId: 'gb-london-1',
  machineType: 'epyc-milan',
  bootDiskImageId: 'ubuntu-2404',
  vcpus: 4,
  memoryGib: 16,
  gpus: 0,
  ...more,
});

export const orderVm = ({ ask }: AskedCloud, more: object = {}) =>
  ask('POST', '/v1/projects/lab/vm', { body: JSON.stringify(vmOrder(more)) });

/** A cloud in which a VM was ordered and has come up. */
export async function anOrderedVm(more: object = {}): Promise<AskedCloud> {
  const cloud = aCloud();
  expect(await orderVm(cloud, more)).toMatchObject({ status: 200 });
  cloud.clock.advance(milliseconds(settled));
  return cloud;
}

/** A running VM with a boot disk of 80 GiB, in a cloud whose project is asked in short. */
export function aLab() {
  const cloud = aCloud();
  cloud.world.perform(aVm({ bootDiskGib: 80 }));
  const settle = () => cloud.clock.advance(milliseconds(settled));
  settle();
  const send = (method: Parameters<AskedCloud['ask']>[0], path: string, body?: object) =>
    cloud.ask(method, `/v1/projects/lab${path}`, body === undefined ? {} : { body: JSON.stringify(body) });
  const read = async (path: string) => (await send('GET', path)).body;
  return { ...cloud, settle, send, read };
}

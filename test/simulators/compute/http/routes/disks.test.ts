import { describe, expect, it } from 'vitest';
import { ProjectId } from '../../../../../lib/model/ids.ts';
import { days } from '../../../../../lib/model/time/time.ts';
import { start } from '../../a-cloud.ts';
import { aLab } from '../../a-lab.ts';

const disk = (id: string, more: object = {}) => ({
  disk: { id, dataCenterId: 'gb-london-1', sizeGib: 100, ...more },
});

/** A disk that is ready. */
async function aDisk() {
  const made = aLab();
  expect((await made.send('POST', '/disks', disk('data'))).status).toBe(200);
  expect(await made.read('/disks/data')).toMatchObject({ disk: { diskState: 'CREATING' } });
  made.settle();
  return made;
}

describe('a storage disk', () => {
  it('is made, attached, detached and deleted, each in its own time', async () => {
    const { send, read, settle } = await aDisk();
    const state = async () => JSON.stringify(await read('/disks/data')).match(/"diskState":"(\w+)"/)?.[1];
    const seen = [await state()];
    for (const [method, path, body] of [
      ['PATCH', '/disk/data/attach', { vmId: 'box' }],
      ['PUT', '/disk/data/detach', undefined],
      ['DELETE', '/disks/data', undefined],
    ] as const) {
      expect((await send(method, path, body)).status).toBe(200);
      seen.push(await state());
      settle();
      seen.push(await state());
    }
    expect(seen).toEqual(['READY', 'UPDATING', 'ATTACHED', 'UPDATING', 'READY', 'DELETING', undefined]);
  });

  it('is listed beside the boot disks of VMs, which nobody can move and nobody pays for twice', async () => {
    const { send, read, world, clock } = await aDisk();
    expect(await read('/disks')).toMatchObject({
      totalCount: 2,
      disks: [
        { id: 'box-boot', diskType: 'DISK_TYPE_BOOT', diskState: 'ATTACHED', vmId: 'box', sizeGib: 80 },
        { id: 'data', diskType: 'DISK_TYPE_STORAGE', diskState: 'READY', vmId: '', sizeGib: 100 },
      ],
    });
    expect(await read('/disks/box-boot')).toMatchObject({ disk: { publicImageId: 'ubuntu-2404' } });
    expect((await send('DELETE', '/disks/box-boot')).status).toBe(409);
    expect((await send('PUT', '/disk/box-boot/detach')).status).toBe(409);
    expect((await send('POST', '/disks', disk('box-boot'))).status).toBe(409);
    const ids = world.bill(start, clock.now()).lines.map(({ holding }) => holding.id);
    expect(ids).toEqual(['box', 'data']);
    await send('POST', '/vms/box/terminate');
    expect(await read('/disks/box-boot')).toMatchObject({ disk: { diskState: 'DELETING' } });
  });

  it('is shown by its VM, outlives it, and is billed on', async () => {
    const { send, read, settle, world, clock } = await aDisk();
    await send('PATCH', '/disk/data/attach', { vmId: 'box' });
    settle();
    expect(await read('/vms/box')).toMatchObject({ VM: { storageDisks: [{ id: 'data', sizeGib: 100 }] } });
    expect((await send('DELETE', '/disks/data')).status).toBe(409);
    expect((await send('PATCH', '/disk/data/attach', { vmId: 'box' })).status).toBe(409);
    await send('POST', '/vms/box/terminate');
    settle();
    expect(await read('/disks')).toMatchObject({ disks: [{ id: 'data', diskState: 'READY', vmId: '' }] });
    const later = clock.now();
    clock.advance(days(1));
    expect(world.bill(later, clock.now()).lines.map(({ holding }) => holding.id)).toEqual(['data']);
  });

  it.each([
    ['disk.dataCenterId', disk('new', { dataCenterId: 'atlantis-1' })],
    ['disk.sizeGib', disk('new', { sizeGib: 0 })],
    ['disk.sizeGib', disk('new', { sizeGib: -5 })],
    ['disk.id', disk('')],
    ['disk', {}],
  ])('with the wrong %s is refused', async (field, body) => {
    expect(await aLab().send('POST', '/disks', body)).toMatchObject({
      status: 400,
      body: { details: [{ fieldViolations: [{ field }] }] },
    });
  });

  it.each([
    ['of another data center', disk('far', { dataCenterId: 'se-lulea-1' }), 'box', 409],
    ['to a VM that is not there', disk('far'), 'nothing', 404],
    ['to nothing', disk('far'), '', 404],
  ])('is not attached %s', async (_, body, vmId, status) => {
    const { send, settle } = aLab();
    await send('POST', '/disks', body);
    settle();
    expect((await send('PATCH', '/disk/far/attach', { vmId })).status).toBe(status);
    expect((await send('PUT', '/disk/far/detach')).status).toBe(409);
  });
});

it('a disk of a VM can be made larger, and never smaller', async () => {
  const { send, read, settle, world } = await aDisk();
  await send('PATCH', '/disk/data/attach', { vmId: 'box' });
  settle();
  const resize = async (diskId: string, sizeGib: number) =>
    (await send('PATCH', `/vms/box/disks?diskId=${diskId}&sizeGib=${sizeGib}`)).status;
  expect(await resize('data', 150)).toBe(200);
  expect(await resize('data', 100)).toBe(400);
  expect(await resize('box-boot', 100)).toBe(200);
  expect(await resize('box-boot', 80)).toBe(400);
  expect(await resize('other', 80)).toBe(404);
  expect(await read('/disks')).toMatchObject({ disks: [{ sizeGib: 100 }, { id: 'data', sizeGib: 150 }] });
  const price = world
    .state()
    .projects.get(ProjectId.parse('lab'))
    ?.holdings.find(({ id }) => id === 'data');
  expect(price?.tariffs.at(-1)?.price.toFixed()).toBe('0.015');
});

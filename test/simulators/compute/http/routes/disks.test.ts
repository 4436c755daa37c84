import { describe, expect, it } from 'vitest';
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
  it('is created, attached, detached and deleted, each with its own delay', async () => {
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
});

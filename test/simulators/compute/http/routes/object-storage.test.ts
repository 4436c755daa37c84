import { describe, expect, it } from 'vitest';
import { chargeToMoney } from '../../../../../lib/model/money/money.ts';
import { hours } from '../../../../../lib/model/time/time.ts';
import { aLab } from '../../a-lab.ts';

describe('a bucket', () => {
  it('is shown with its bytes and price, and billed by the GiB until it is gone', async () => {
    const { world, read, send, clock } = aLab();
    const from = clock.now();
    world.perform({ kind: 'create-bucket', project: 'lab', id: 'models', sizeGib: 40, objects: 3 });
    clock.advance(hours(1));
    const shown = {
      id: 'models',
      projectId: 'lab',
      dataCenterId: 'gb-london-1',
      billableBytes: `${40 * 2 ** 30}`,
      objectCount: '3',
      storageGibPriceHr: { value: '0.00003' },
    };
    expect(await read('/object-storage/buckets')).toMatchObject({ buckets: [shown], totalCount: 1 });
    expect(await read('/object-storage/buckets/gb-london-1/models')).toMatchObject(shown);
    expect((await send('GET', '/object-storage/buckets/se-lulea-1/models')).status).toBe(404);
    world.perform({ kind: 'fill-bucket', project: 'lab', bucket: 'models', sizeGib: 100 });
    clock.advance(hours(1));
    world.perform({ kind: 'delete-bucket', project: 'lab', bucket: 'models' });
    clock.advance(hours(1));
    expect(await read('/object-storage/buckets')).toMatchObject({ buckets: [] });
    const bill = world.bill(from, clock.now(), { kind: 'bucket' });
    expect(chargeToMoney(bill.total).toFixed()).toBe('0.0042');
  });
});

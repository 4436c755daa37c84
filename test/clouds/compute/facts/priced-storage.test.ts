import { expect, it } from 'vitest';
import {
  bucketResource,
  diskResource,
  readDiskGibPrices,
  withDiskPrice,
} from '../../../../lib/clouds/compute/facts/storage-resources.ts';
import { ResourceId } from '../../../../lib/model/ids.ts';
import { hourlyPrice } from '../../../../lib/model/money/money.ts';
import { noon } from '../../../support/builders/observation-builders.ts';

const gib = 2 ** 30;
it.each([
  ['its bytes, in GiB, at the price of one', 100 * gib, '0.00003', '0.003', 100],
  ['a part of a GiB', gib / 2, '0.00003', '0.000015', 0.5],
  ['nothing, holding nothing', 0, '0.00003', '0', 0],
  ['an unknown price, without a price of a GiB', gib, null, null, 1],
  ['an unknown price, without a size', null, '0.00003', null, null],
  ['an unknown price, with a size below zero', -1, '0.00003', null, null],
])('20. a bucket costs %s', (_, billableBytes, storageGibPriceHr, price, usedGib) => {
  const bucket = bucketResource(
    { id: ResourceId.parse('data'), dataCenterId: 'gb-1', billableBytes, storageGibPriceHr },
    noon,
  );
  expect(bucket).toMatchObject({ kind: 'bucket', usedGib, activity: 'running' });
  expect(bucket.price?.running.toFixed() ?? null).toBe(price);
});

it.each([
  ['detached', { diskState: 'READY' }, '0.01'],
  ['attached: it is in the price of its VM', { diskState: 'ATTACHED', vmId: 'box' }, null],
  ['not shown as attached or detached', { diskState: 'CREATING' }, null],
  ['detached, in another data center', { diskState: 'READY', dataCenterId: 'us-1' }, null],
  ['detached, of no known size', { diskState: 'READY', sizeGib: null }, null],
])('9. a disk that is %s costs an hour %s', (_, disk, price) => {
  const id = ResourceId.parse('loose');
  const read = diskResource({ id, dataCenterId: 'gb-1', sizeGib: 100, ...disk }, noon);
  const priced = withDiskPrice(read, { 'gb-1': hourlyPrice('0.0001') });
  expect(priced.price?.running.toFixed() ?? null).toBe(price);
});

it('a GiB has a price where all relevant pools of a data center agree on it', () => {
  const pool = (diskGibPriceHr: string | null) => ({ diskGibPriceHr });
  const prices = readDiskGibPrices(
    [
      { id: 'one', diskPoolPricing: [pool('0.0001')] },
      { id: 'alike', diskPoolPricing: [pool('0.0002'), pool('0.00020')] },
      { id: 'apart', diskPoolPricing: [pool('0.0001'), pool('0.0002')] },
      { id: 'partly', diskPoolPricing: [pool('0.0001'), pool(null)] },
      { id: 'none', diskPoolPricing: [] },
      { id: 'elsewhere', diskPoolPricing: [pool('0.0001')] },
    ],
    new Set(['one', 'alike', 'apart', 'partly', 'none']),
  );
  expect(Object.entries(prices).map(([id, price]) => [id, price.toFixed()])).toEqual([
    ['one', '0.0001'],
    ['alike', '0.0002'],
  ]);
});

import { describe, expect, it } from 'vitest';
import { hours } from '../../../../../lib/model/time/time.ts';
import { aCloud, at, aVm } from '../../a-cloud.ts';
import { nobody, owner } from '../../furnished.ts';

function aSite() {
  const cloud = aCloud({ keys: [owner, nobody] });
  return { ...cloud, get: (path: string) => cloud.ask('GET', path, { key: nobody.key }) };
}

describe('a data center', () => {
  it('earns what was used in it, month by month', async () => {
    const { ask, world, clock } = aSite();
    world.perform(aVm({ priceHr: '2', dataCenter: 'se-lulea-1' }));
    world.perform({ kind: 'open-account', id: 'card', paymentTerms: 'PREPAID', credit: '10' });
    world.perform({ kind: 'create-project', id: 'paid', account: 'card' });
    world.perform(aVm({ project: 'paid', priceHr: '10.5', dataCenter: 'se-lulea-1' }));
    clock.advance(hours(1));
    clock.set(at('2026-04-01T05:00:00Z'));
    const read = async (what: string) =>
      (await ask('GET', `/v1/data-centers/se-lulea-1/${what}`, { key: owner.key })).body;
    const inMarch = (21 * 24 + 14) * 2;
    expect(await read('revenue')).toMatchObject({
      dataCenterRevenueHistory: [
        { startTime: '2026-03-01T00:00:00Z', amount: { value: `${inMarch + 10.5}` } },
        { startTime: '2026-04-01T00:00:00Z', endTime: '2026-04-01T05:00:00Z', amount: { value: '10' } },
      ],
    });
    // The prepaid VM went with the credit, half a dollar too late.
    expect(await read('revenue-total')).toEqual({
      amountCollected: { value: `${inMarch + 10}` },
      amountReceivable: { value: '10' },
      amountUncollectible: { value: '0.5' },
    });
  });
});

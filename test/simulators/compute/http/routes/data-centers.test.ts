import { describe, expect, it } from 'vitest';
import { addMoney, chargeToMoney, money, noMoney } from '../../../../../lib/model/money/money.ts';
import { hours } from '../../../../../lib/model/time/time.ts';
import { reportedUntil } from '../../../../../lib/simulators/compute/world/money/billing.ts';
import { aCloud, at, aVm, start } from '../../a-cloud.ts';
import { nobody, owner } from '../../furnished.ts';

function aSite() {
  const cloud = aCloud({ keys: [owner, nobody] });
  return { ...cloud, get: (path: string) => cloud.ask('GET', path, { key: nobody.key }) };
}

describe('a data center', () => {
  it('earns the charges of its resources, month by month', async () => {
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

  it('is owed charges that no card has paid, and collects them once one does', async () => {
    const { ask, world, clock } = aSite();
    world.perform(aVm({ priceHr: '2', dataCenter: 'se-lulea-1' }));
    world.perform(aVm({ id: 'other', priceHr: '7', dataCenter: 'gb-london-1' }));
    world.perform({ kind: 'decline-cards', account: 'main', declined: true });
    clock.set(at('2026-04-02T00:00:00Z'));
    const total = async () =>
      (await ask('GET', '/v1/data-centers/se-lulea-1/revenue-total', { key: owner.key })).body;
    const inMarch = (21 * 24 + 14) * 2;
    expect(await total()).toEqual({
      amountCollected: { value: '0' },
      amountReceivable: { value: `${inMarch + 48}` },
      amountUncollectible: { value: '0' },
    });
    world.perform({ kind: 'decline-cards', account: 'main', declined: false });
    expect(await total()).toEqual({
      amountCollected: { value: `${inMarch}` },
      amountReceivable: { value: '48' },
      amountUncollectible: { value: '0' },
    });
  });

  it('shares all charges with the others, to the last digit', async () => {
    const { ask, world, clock } = aSite();
    const places = ['gb-london-1', 'se-lulea-1', 'us-santaclara-1'];
    for (const [nth, dataCenter] of places.entries()) {
      world.perform(aVm({ id: `box-${nth}`, priceHr: `0.${nth + 1}7`, dataCenter }));
      world.perform({ kind: 'create-disk', project: 'lab', id: `disk-${nth}`, dataCenter, sizeGib: 33 });
      clock.advance(hours(nth + 1));
      world.perform({ kind: 'terminate-vm', project: 'lab', vm: `box-${nth}` });
    }
    clock.advance(hours(5));
    let earned = noMoney;
    for (const place of places) {
      const { body } = await ask('GET', `/v1/data-centers/${place}/revenue`, { key: owner.key });
      const [month] = Object(body).dataCenterRevenueHistory;
      earned = addMoney(earned, money(month.amount.value));
    }
    const { at: now } = world.state();
    const charged = chargeToMoney(world.bill(start, reportedUntil(now)).total);
    // Each figure is rounded by itself.
    expect(earned.minus(charged).abs().lt('1e-9')).toBe(true);
    expect(earned.gt('1')).toBe(true);
  });
});

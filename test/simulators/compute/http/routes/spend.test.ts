import { describe, expect, it } from 'vitest';
import { hours, minutes, seconds } from '../../../../../lib/model/time/time.ts';
import { getBillingAccount } from '../../../../../lib/simulators/compute/contract/billing-accounts.ts';
import { getCurrentSpend, getSpendDetails } from '../../../../../lib/simulators/compute/contract/spend.ts';
import type { ScriptedEvent } from '../../../../../lib/simulators/compute/world/world-event.ts';
import { aCloud, at, aVm } from '../../a-cloud.ts';

type Cloud = ReturnType<typeof aCloud>;

const current = async ({ ask }: Cloud) =>
  getCurrentSpend.reply.parse((await ask('GET', '/v1/projects/lab/spend/current')).body);
const rows = (cloud: Cloud, from: string, until: string) =>
  cloud.ask('GET', `/v1/billing-accounts/main/spend/details?startTime=${from}&endTime=${until}`);

/** Ten dollars an hour from ten o'clock on, which is where the clock stands. */
function spending(): Cloud {
  const cloud = aCloud();
  cloud.world.perform(aVm({ priceHr: '10' }));
  return cloud;
}

describe('current spend', () => {
  it('covers the month up to the last full hour, and does not change in between', async () => {
    const cloud = spending();
    cloud.clock.advance(minutes(59));
    expect(await current(cloud)).toMatchObject({
      startTime: '2026-03-01T00:00:00Z',
      endTime: '2026-03-10T10:00:00Z',
      spend: '0',
    });
    cloud.clock.advance(minutes(1));
    expect(await current(cloud)).toMatchObject({ endTime: '2026-03-10T11:00:00Z', spend: '10' });
    cloud.clock.advance(seconds(3_599));
    expect(await current(cloud)).toMatchObject({ endTime: '2026-03-10T11:00:00Z', spend: '10' });
  });

  it('begins anew with the month (UTC), and the months before stay in the history', async () => {
    const cloud = spending();
    cloud.clock.set(at('2026-04-01T00:30:00Z'));
    expect(await current(cloud)).toMatchObject({
      uid: '2026-04',
      startTime: '2026-04-01T00:00:00Z',
      endTime: '2026-04-01T00:00:00Z',
      spend: '0',
    });
    const { body } = await cloud.ask('GET', '/v1/projects/lab/spend');
    expect(body).toMatchObject({
      projectSpendHistory: [
        { uid: '2026-03', endTime: '2026-04-01T00:00:00Z', spend: { value: '5180' } },
        { uid: '2026-04', spend: { value: '0' } },
      ],
    });
  });

  it('is rounded to ten places in the reply, and only there', async () => {
    const cloud = aCloud();
    cloud.clock.advance(seconds(1_234));
    cloud.world.perform(aVm({ priceHr: '0.0000123' }));
    cloud.clock.advance(hours(1));
    // 2,366 seconds of 0.0000123 an hour: 0.00000808383333...
    expect((await current(cloud)).spend).toBe('0.0000080838');
    cloud.clock.set(at('2026-03-10T13:00:00Z'));
    // Computed from the exact sum: 3 h less 1,234 s, and not from rounded hours.
    expect((await current(cloud)).spend).toBe('0.0000326838');
  });

  it('has its details, resource by resource', async () => {
    const cloud = spending();
    cloud.world.perform({ kind: 'create-volume', project: 'lab', id: 'papers', sizeGib: 200 });
    cloud.clock.advance(hours(2));
    const { uid } = await current(cloud);
    const reply = await cloud.ask('GET', `/v1/projects/lab/spend/${uid}/details`);
    expect(getSpendDetails.reply.parse(reply.body).spend).toBe('20.04');
    expect(reply.body).toMatchObject({
      orders: [
        { resourceId: 'box', quantity: 2, unit: 'UNIT_HOUR', amount: { value: '20' } },
        { resourceId: 'papers', quantity: 400, unit: 'UNIT_GIB_HOUR', amount: { value: '0.04' } },
      ],
    });
    expect((await cloud.ask('GET', '/v1/projects/lab/spend/1999-01/details')).status).toBe(404);
  });
});

describe('the spend rows of an account', () => {
  it('cover the requested time, by project and resource, up to the last closed hour', async () => {
    const cloud = spending();
    cloud.world.perform({ kind: 'create-project', id: 'site', account: 'main' });
    cloud.world.perform(aVm({ project: 'site', id: 'web', priceHr: '1' }));
    cloud.clock.advance(minutes(150));
    const { body } = await rows(cloud, '2026-03-10T11:30:00Z', '2026-03-11T00:00:00Z');
    expect(body).toEqual({
      spend: [
        {
          projectId: 'lab',
          description: 'Virtual machine box (epyc-milan)',
          quantity: 0.5,
          unit: 'UNIT_HOUR',
          unitAmount: { value: '10' },
          amount: { value: '5' },
        },
        expect.objectContaining({ projectId: 'site', amount: { value: '0.5' } }),
      ],
    });
  });
});

describe('a prepaid account', () => {
  const prepaid = (more: object = {}, events: readonly ScriptedEvent[] = []) => {
    const cloud = aCloud({ events });
    cloud.world.perform({
      kind: 'open-account',
      id: 'card',
      paymentTerms: 'PREPAID',
      credit: '100',
      ...more,
    });
    cloud.world.perform({ kind: 'create-project', id: 'paid', account: 'card' });
    cloud.world.perform(aVm({ project: 'paid', priceHr: '10' }));
    cloud.world.perform({ kind: 'create-disk', project: 'paid', id: 'data', sizeGib: 10, gibPriceHr: '0' });
    const read = async () =>
      getBillingAccount.reply.parse((await cloud.ask('GET', '/v1/billing-accounts/card')).body);
    const vms = async () => (await cloud.ask('GET', '/v1/projects/paid/vms')).body;
    return { ...cloud, read, vms };
  };

  it('loses credit once an hour, while its rate is the current one', async () => {
    const { clock, world, read } = prepaid();
    clock.advance(minutes(90));
    world.perform(aVm({ project: 'paid', id: 'more', priceHr: '2.5' }));
    expect(await read()).toMatchObject({
      state: 'STATE_ACTIVE',
      paymentTerms: 'PAYMENT_TERMS_PREPAID',
      creditBalance: '90',
      hourlySpendRate: '12.5',
      monthlySpend: '10',
    });
  });

  it('loses everything it has, disks included, at the hour its credit is gone', async () => {
    const { clock, read, vms, world, ask } = prepaid();
    clock.advance(minutes(599));
    expect(await vms()).toMatchObject({ VMs: [{ id: 'box' }] });
    clock.advance(minutes(1));
    expect(await vms()).toEqual({ VMs: [] });
    expect((await ask('GET', '/v1/resources/search?query=data')).body).toEqual({ results: [] });
    clock.advance(hours(24));
    expect(await read()).toMatchObject({
      state: 'STATE_SUSPENDED_PAYMENT',
      creditBalance: '0',
      hourlySpendRate: '0',
    });
    world.perform({ kind: 'add-credit', account: 'card', amount: '5' });
    expect(await read()).toMatchObject({ state: 'STATE_ACTIVE', creditBalance: '5' });
  });

  it('is recharged before that where a recharge is agreed', async () => {
    const { clock, read, vms } = prepaid({ recharge: { low: '30', high: '200', auto: true } });
    clock.advance(hours(8));
    expect(await read()).toMatchObject({
      creditBalance: '200',
      creditBalanceRecharge: { low: '30', high: '200', autoRecharge: true },
    });
    clock.advance(hours(500));
    expect(await vms()).toMatchObject({ VMs: [{ id: 'box' }] });
  });
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { hours } from '../../../../lib/model/time/time.ts';
import { BillingAccount } from '../../../../lib/simulators/compute/wire/billing-account.ts';
import { aCloud, at, aVm } from '../a-cloud.ts';
import { nobody, owner } from '../furnished.ts';

function anEstate() {
  const cloud = aCloud({ keys: [owner, nobody] });
  const send = (method: 'POST' | 'PATCH', path: string, body: object, key: string = owner.key) =>
    cloud.ask(method, path, { key, body: JSON.stringify(body) });
  const get = async (path: string) => (await cloud.ask('GET', path, { key: owner.key })).body;
  const account = async (id: string) => BillingAccount.parse(await get(`/v1/billing-accounts/${id}`));
  return { ...cloud, send, get, account };
}

describe('a project', () => {
  it('is created from an id and a billing account, whatever else is sent', async () => {
    const { send, get } = anEstate();
    const body = { id: 'new', billingAccountId: 'main', createBy: 'the queen', resourceCount: 7 };
    const made = await send('POST', '/v1/projects', body);
    const project = { id: 'new', billingAccountId: 'main', createBy: 'owner@example.com', resourceCount: 0 };
    expect(made).toMatchObject({ status: 200, body: project });
    expect(await get('/v1/projects/new')).toEqual(project);
    expect((await send('POST', '/v1/projects', body)).status).toBe(409);
  });

  it('can be deleted once it is empty, and stays on the bill', async () => {
    const { ask, world, clock, account } = anEstate();
    world.perform(aVm({ priceHr: '3' }));
    clock.advance(hours(2));
    const remove = async () => (await ask('DELETE', '/v1/projects/lab', { key: owner.key })).status;
    expect(await remove()).toBe(409);
    world.perform({ kind: 'terminate-vm', project: 'lab', vm: 'box' });
    clock.advance(hours(1));
    const { monthlySpend } = await account('main');
    expect(await remove()).toBe(200);
    expect(await remove()).toBe(404);
    expect((await account('main')).monthlySpend).toBe(monthlySpend);
    expect(Number(monthlySpend)).toBeGreaterThan(6);
    // What bears the name next has spent nothing.
    world.perform({ kind: 'create-project', id: 'lab', account: 'main' });
    expect((await ask('GET', '/v1/projects/lab/spend/current', { key: owner.key })).body).toMatchObject({
      spend: { value: '0' },
    });
  });

  it('that moves between accounts is billed to each for its own time', async () => {
    const { world, clock, send, account, get } = anEstate();
    world.perform({ kind: 'open-account', id: 'other' });
    world.perform(aVm({ priceHr: '3' }));
    clock.advance(hours(2));
    expect((await send('PATCH', '/v1/projects/lab', { billingAccountId: 'other' })).body).toMatchObject({
      billingAccountId: 'other',
    });
    expect((await send('PATCH', '/v1/projects/lab', {})).status).toBe(200);
    clock.advance(hours(3));
    const [main, other] = [await account('main'), await account('other')];
    expect([main.monthlySpend, main.hourlySpendRate]).toEqual(['6', '0']);
    expect([other.monthlySpend, other.hourlySpendRate]).toEqual(['9', '3']);
    expect(await get('/v1/projects/lab/spend/current')).toMatchObject({ spend: { value: '15' } });
    expect(await get('/v1/billing-accounts/main/projects')).toEqual({ projects: [] });
    expect(await get('/v1/billing-accounts/other/projects')).toEqual({
      projects: [{ id: 'lab', resourceCount: 1 }],
    });
    expect((await send('PATCH', '/v1/projects/lab', { billingAccountId: 'none' })).status).toBe(404);
  });
});

describe('a billing account', () => {
  const request = {
    displayName: 'Lab',
    email: 'pay@example.com',
    billingAddress: { city: 'London', line1: '1 High Street' },
    invoiceName: 'Lab Ltd',
  };

  it('that a user opens is owned by the user, prepaid and empty', async () => {
    const { send, ask } = anEstate();
    const opened = await send('POST', '/v1/billing-accounts', request, nobody.key);
    const { id } = z.object({ id: z.string() }).parse(opened.body);
    expect(opened.body).toMatchObject({
      displayName: 'Lab',
      state: 'STATE_SUSPENDED_PAYMENT',
      paymentTerms: 'PAYMENT_TERMS_PREPAID',
      creditBalance: { value: '0' },
      createBy: 'nobody@example.com',
      billingAddress: request.billingAddress,
    });
    const mine = async (path: string) => (await ask('GET', path, { key: nobody.key })).body;
    expect(await mine('/v1/billing-accounts')).toMatchObject({ billingAccounts: [{ id }] });
    expect(await mine(`/v1/billing-accounts/${id}/details`)).toMatchObject({
      billingAccount: { id },
      paymentProviderCustomer: { email: 'pay@example.com', name: 'Lab Ltd' },
    });
    const project = { id: 'mine', billingAccountId: id };
    expect((await send('POST', '/v1/projects', project, nobody.key)).status).toBe(200);
    expect((await send('POST', '/v1/billing-accounts', request, nobody.key)).body).not.toMatchObject({ id });
  });
});

describe('payments', () => {
  /** Prepaid with 100 USD, burning 5 an hour from noon on the 10th. */
  function prepaid() {
    const estate = anEstate();
    estate.world.perform({ kind: 'open-account', id: 'card', paymentTerms: 'PREPAID', credit: '1000' });
    estate.world.perform({ kind: 'create-project', id: 'paid', account: 'card' });
    estate.clock.set(at('2026-03-10T12:00:00Z'));
    estate.world.perform(aVm({ project: 'paid', priceHr: '5' }));
    return estate;
  }

  it('raise the balance, and are charged to a card', async () => {
    const { send, account, get } = prepaid();
    const paid = await send('POST', '/v1/billing-accounts/card/credit', { amount: { value: '25.50' } });
    expect(paid.body).toMatchObject({ paymentIntent: { amount: { value: '25.5' }, status: 'succeeded' } });
    expect((await account('card')).creditBalance).toBe('1025.5');
    expect(await get('/v1/billing-accounts/card/charges')).toMatchObject({
      charges: [
        { amount: { value: '1000' }, createTime: '2026-03-10T10:00:00Z', paid: true, refunded: false },
        { amount: { value: '25.5' }, createTime: '2026-03-10T12:00:00Z', status: 'succeeded' },
      ],
    });
  });

  it('and usage, day by day, sum to the balance', async () => {
    const { clock, account, get } = prepaid();
    clock.set(at('2026-03-12T06:30:00Z'));
    const body = await get('/v1/billing-accounts/card/credit-balance-transactions');
    expect(body).toMatchObject({
      creditBalanceTransactions: [
        { id: 'usage-2026-03-12', amount: { value: '-30' }, createTime: '2026-03-12T06:00:00Z' },
        { id: 'usage-2026-03-11', amount: { value: '-120' }, createTime: '2026-03-12T00:00:00Z' },
        { id: 'usage-2026-03-10', amount: { value: '-60' }, createTime: '2026-03-11T00:00:00Z' },
        { id: 'payment-1', amount: { value: '1000' }, createTime: '2026-03-10T10:00:00Z' },
      ],
    });
    expect((await account('card')).creditBalance).toBe('790');
  });
});

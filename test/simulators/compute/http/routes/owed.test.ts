import { describe, expect, it } from 'vitest';
import { aCloud, at, aVm } from '../../a-cloud.ts';

function anEstate() {
  const cloud = aCloud();
  const get = async (path: string) => (await cloud.ask('GET', path)).body;
  return { ...cloud, get };
}

describe('payments', () => {
  it('of an invoiced account are owed while its cards are declined, and overdue after two weeks', async () => {
    const { clock, world, get } = anEstate();
    world.perform(aVm({ priceHr: '1' }));
    clock.set(at('2026-03-31T10:00:00Z'));
    world.perform({ kind: 'decline-cards', account: 'main', declined: true });
    clock.set(at('2026-04-20T10:00:00Z'));
    const march = `${(21 * 24 + 14) * 100}`;
    const owed = {
      id: 'invoice-main-1',
      status: 'open',
      currency: 'usd',
      amountDue: march,
      amountRemaining: march,
      created: `${at('2026-04-01T00:00:00Z') / 1_000}`,
      dueDate: `${at('2026-04-15T00:00:00Z') / 1_000}`,
    };
    expect(await get('/v1/billing-accounts/invoices/outstanding')).toMatchObject({ invoices: [owed] });
    expect(await get('/v1/invoices?id=main&status=open')).toMatchObject({ invoices: [owed], hasMore: false });
    expect(await get('/v1/billing-accounts/main/charges')).toEqual({ charges: [] });
    world.perform({ kind: 'decline-cards', account: 'main', declined: false });
    clock.set(at('2026-04-21T10:00:00Z'));
    expect(await get('/v1/billing-accounts/invoices/outstanding')).toEqual({ invoices: [] });
    expect(await get('/v1/invoices?id=main')).toMatchObject({
      invoices: [{ status: 'paid', amountRemaining: '0', paidDate: `${at('2026-04-20T10:00:00Z') / 1_000}` }],
    });
  });

  it('that a card declines are listed as transactions, and do not prevent deletion', async () => {
    const { clock, world, get } = anEstate();
    const recharge = { low: '20', high: '100', auto: true };
    world.perform({ kind: 'open-account', id: 'auto', paymentTerms: 'PREPAID', credit: '60', recharge });
    world.perform({ kind: 'create-project', id: 'own', account: 'auto' });
    world.perform(aVm({ project: 'own', priceHr: '10' }));
    clock.set(at('2026-03-10T14:30:00Z'));
    const path = '/v1/billing-accounts/auto';
    expect(await get(path)).toMatchObject({ creditBalance: { value: '20' } });
    clock.set(at('2026-03-10T15:30:00Z'));
    expect(await get(`${path}/transactions`)).toMatchObject({
      transactions: [
        { id: 'payment-2', amount: { value: '90' }, status: 'succeeded', succeeded: true },
        { id: 'payment-1', amount: { value: '60' }, succeeded: true },
      ],
      hasMore: false,
    });
    world.perform({ kind: 'decline-cards', account: 'auto', declined: true });
    clock.set(at('2026-03-11T01:30:00Z'));
    expect(await get(`${path}/transactions?pageSize=1`)).toMatchObject({
      transactions: [
        {
          description: 'Automatic recharge',
          succeeded: false,
          latestCharge: { paid: false, failureCode: 'card_declined' },
          lastPaymentError: { code: 'card_declined' },
        },
      ],
      hasMore: true,
    });
    expect(await get(path)).toMatchObject({
      creditBalance: { value: '0' },
      creditBalanceRecharge: { transaction: { succeeded: false } },
    });
    expect(await get('/v1/projects/own/vms')).toMatchObject({ VMs: [] });
  });
});

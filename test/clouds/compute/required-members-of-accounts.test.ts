import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WireBillingAccount, WireTransaction } from '../../../lib/clouds/compute/wire/billing-account.ts';
import { WireProjectSpend, WireSpendRow } from '../../../lib/clouds/compute/wire/spend.ts';
import { newVm } from '../../../lib/simulators/compute/scenario.ts';
import { scaled } from '../../support/tier.ts';
import {
  account,
  before,
  busy,
  changed,
  isJson,
  type Json,
  project,
  type Seen,
  type Spoilt,
  spoiltOf,
  tell,
  withSpoilt,
} from './spoilt-members.ts';

let told: Seen;
afterAll(() => told?.story.close());

describe('a member of an account, its recharge, its payments or its spend that is left out, empty or spoilt (invariants 17, 20, 26)', () => {
  const accounts = spoiltOf('BillingAccount', 'acc', WireBillingAccount);
  const recharges = spoiltOf(
    'CreditBalanceRecharge',
    'auto',
    WireBillingAccount.shape.creditBalanceRecharge.unwrap().unwrap(),
  );
  const payments = spoiltOf('Transaction', 'pay', WireTransaction);
  const rows = spoiltOf('BillingAccountSpendRow', 'row', WireSpendRow);
  const spends = spoiltOf('ProjectSpend', 'sum', WireProjectSpend);
  const all = [accounts, recharges, payments, rows, spends].flat();
  const byAccount = new Map(accounts.map((one) => [one.id, one]));
  const byId = new Map(all.map((one) => [one.id, one]));

  /** Changes what is not found by an id of its own: by the account or the project in the address. */
  function change(path: string, reply: unknown): unknown {
    const own = changed(reply, byAccount);
    const one = byId.get(path.split('?')[0]?.split('/')[3] ?? '');
    if (one === undefined || !isJson(own)) return changedRecharges(own);
    if (payments.includes(one) && path.includes('/transactions')) return each(own, 'transactions', one);
    if (rows.includes(one) && path.includes('/spend/details')) return each(own, 'spend', one);
    if (spends.includes(one) && path.includes('/spend/current')) return withSpoilt(own, one);
    return changedRecharges(own);
  }
  const each = (reply: Json, name: string, one: Spoilt): Json => {
    const list = reply[name];
    return {
      ...reply,
      [name]: Array.isArray(list) ? list.map((record: Json) => withSpoilt(record, one)) : list,
    };
  };
  function changedRecharges(reply: unknown): unknown {
    if (Array.isArray(reply)) return reply.map(changedRecharges);
    if (!isJson(reply)) return reply;
    const one = recharges.find(({ id }) => id === reply['id']);
    const recharge = reply['creditBalanceRecharge'];
    if (one !== undefined && isJson(recharge))
      return { ...reply, creditBalanceRecharge: withSpoilt(recharge, one) };
    const list = reply['billingAccounts'];
    return Array.isArray(list) ? { ...reply, billingAccounts: list.map(changedRecharges) } : reply;
  }

  beforeAll(async () => {
    told = await tell(
      all.flatMap(({ id }) => [
        account(id, { credit: '900', recharge: { low: '10', high: '500', auto: true } }),
        project(id, id),
        newVm(before, id, `vm-of-${id}`, { ...busy, priceHr: '1.5' }),
      ]),
      change,
      20,
    );
  }, 120_000);

  const observed = (id: string) => told.observation(`account/${id}`);

  it('leaves every account observed, and makes no figure zero', async () => {
    for (const one of all) {
      const observation = await observed(one.id);
      if (observation.kind !== 'account') throw new TypeError('no account');
      const { creditBalance, burnRate, spend } = observation;
      const name = JSON.stringify(one);
      expect(creditBalance?.isZero() ?? false, name).toBe(false);
      expect(burnRate?.isZero() ?? false, name).toBe(false);
      expect(spend?.amount.isZero() ?? false, name).toBe(false);
    }
  });

  it('does not assume a recharge of which a part cannot be read', async () => {
    for (const { id, member } of recharges) {
      const observation = await observed(id);
      if (observation.kind !== 'account') throw new TypeError('no account');
      if (member === 'transaction') expect(observation.recharge).toMatchObject({ auto: true });
      else expect(observation.recharge?.auto ?? false, `${id} ${member}`).toBe(false);
    }
  });

  it('marks spend from which rows are missing', async () => {
    for (const { id, member } of rows) {
      const ofAccount = await observed(id);
      if (ofAccount.kind !== 'account') throw new TypeError('no account');
      if (member === 'amount') expect(ofAccount.spend?.leftOut ?? 1, id).toBeGreaterThan(0);
      else expect(ofAccount.spend?.leftOut ?? 0, `${id} ${member}`).toBe(0);
    }
  });

  it('is reported once as unreadable where the document requires it', () => {
    const silent = all.filter(
      ({ id, member, isRequired, form }) =>
        isRequired &&
        form !== 'empty' &&
        !told.facts.some((fact) => fact.startsWith(`account/${id} `) && fact.endsWith(member)),
    );
    expect(silent).toEqual([]);
    expect(all.filter(({ isRequired }) => isRequired).length).toBeGreaterThan(scaled(20));
    const lines = told.story.logged.filter((line) => line.startsWith('fact-unreadable'));
    expect(lines.length).toBe(new Set(lines).size);
  });
});

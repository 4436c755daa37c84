import { WireBillingAccount } from '../../../lib/clouds/compute/wire/billing-account.ts';
import {
  addCharges,
  addMoney,
  charge,
  chargeToMoney,
  hourlyPrice,
  money,
} from '../../../lib/model/money/money.ts';
import { hours, milliseconds } from '../../../lib/model/time/time.ts';
import type { ModelCloud } from '../world/model-cloud.ts';
import type { Bug } from './bug.ts';
import { withHeads, withListed, withRules, withVms } from './plant.ts';

/** Mistakes in figures and facts: an account's, those derived from others, and those that the platform leaves out. */
export const figureBugs: readonly Bug[] = [
  {
    name: 'a commitment whose end is not shown ends a term after the creation',
    seed: 330,
    hours: 10,
    breaks: [3],
    accuses: /terminate .* it is committed until/,
    plant: () =>
      withVms((vm) =>
        vm.commitmentEndTime === undefined ? { ...vm, commitmentTerm: 'COMMITMENT_TERM_NONE' } : vm,
      ),
  },
  {
    name: 'the runway ignores spend since the last full hour',
    seed: 233,
    hours: 44,
    breaks: [8],
    accuses: /^(account\/main#credit|credit on)/,
    plant: () => ({ cloud: withAccount((account, at) => ({ ...account, ...withoutBurn(account, at) })) }),
  },
  {
    name: 'an account stays in the state in which it was first seen',
    seed: 25,
    hours: 9,
    breaks: [8],
    accuses: /^standing on/,
    plant: () => ({ cloud: withAccount((account) => ({ ...account, state: 'STATE_ACTIVE' })) }),
  },
  {
    name: 'a group counts a member twice',
    seed: 6,
    hours: 2,
    breaks: [9],
    accuses: /and its members/,
    plant: () =>
      withHeads((head) => {
        if (head.observation?.kind !== 'group') return head;
        const { day, ...spend } = head.observation.spend;
        const twice = { ...day, charge: addCharges(day.charge, day.charge) };
        return { ...head, observation: { ...head.observation, spend: { ...spend, day: twice } } };
      }),
  },
  {
    name: 'a group leaves out a damaged member without reporting it',
    seed: 33,
    hours: 6,
    breaks: [20],
    plant: () =>
      withHeads((head) =>
        head.observation?.kind === 'group'
          ? { ...head, observation: { ...head.observation, unpolledMembers: [], missing: [] } }
          : head,
      ),
  },
  {
    name: 'an invoice counts as overdue as soon as it is issued',
    seed: 3,
    hours: 30,
    breaks: [9],
    accuses: /cents of/,
    plant: () => withListed('listInvoices', (invoice) => ({ ...(invoice as object), dueDate: 1 })),
  },
  {
    name: 'a payment that was declined counts as made',
    seed: 108,
    hours: 2,
    breaks: [8],
    accuses: /^standing on/,
    plant: () =>
      withListed('listAccountTransactions', (payment) => ({
        ...(payment as object),
        status: 'succeeded',
        succeeded: true,
      })),
  },
  {
    name: 'the disk prices of data centers are not read',
    seed: 8,
    hours: 4,
    breaks: [9],
    accuses: /its price is not asked for/,
    plant: () => ({
      cloud: (cloud) => (request) =>
        request.operation === 'listVmDataCenters' ? { items: [], flaws: [] } : cloud(request),
    }),
  },
  {
    name: 'a bucket counts as a tenth of its size',
    seed: 3,
    hours: 3,
    breaks: [9],
    accuses: /and should say/,
    plant: () =>
      withListed('listBuckets', (bucket) => ({ ...(bucket as object), billableBytes: 25 * 2 ** 30 })),
  },
  {
    name: 'a transitional state is reported only after twice its limit',
    seed: 2,
    hours: 3,
    breaks: [8],
    accuses: /transitional has held/,
    plant: () =>
      withRules('waste', ({ transitional, ...rule }) => [
        { ...rule, transitional: transitional && milliseconds(2 * transitional) },
      ]),
  },
  {
    name: 'a share of a charge is lost',
    seed: 194,
    hours: 2,
    breaks: [9],
    accuses: /the shares of/,
    plant: () =>
      withHeads(({ meters, ...head }) => ({
        ...head,
        meters: meters && { ...meters, day: { ...meters.day, shares: meters.day.shares.slice(1) } },
      })),
  },
];

/** Returns a cloud that shows a changed account. */
const withAccount =
  (change: (account: WireBillingAccount, at: number) => WireBillingAccount) =>
  (cloud: ModelCloud): ModelCloud =>
  (request) => {
    const reply = cloud(request);
    return request.operation === 'getBillingAccount'
      ? change(WireBillingAccount.parse(reply), request.askedAt)
      : reply;
  };

function withoutBurn({ creditBalance, hourlySpendRate }: WireBillingAccount, at: number) {
  const burnt = chargeToMoney(charge(hourlyPrice(hourlySpendRate ?? '0'), milliseconds(at % hours(1))));
  return { creditBalance: addMoney(money(creditBalance ?? '0'), burnt).toFixed() };
}

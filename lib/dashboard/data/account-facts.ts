import type { AccountObservation } from '../../model/facts/observation.ts';
import { type Money, moneyInWords } from '../../model/money/money.ts';
import type { LastPayment, NextInvoice } from '../../model/money/spend.ts';
import type { SubjectPage } from '../replies.ts';

const untold = 'not reported by the platform';
const sumOf = (amount: Money | null): string => (amount === null ? untold : moneyInWords(amount));

const failureOf = ({ failedSince, failedBecause }: LastPayment): string =>
  failedSince === null ? '' : failedBecause === undefined ? ', failed' : `, failed: ${failedBecause}`;

/** Lists the platform's report of an account: its credit, recharge, limits, invoices and payments. */
export function accountFacts(account: AccountObservation): SubjectPage['facts'] {
  const { state, paymentTerms, creditBalance, recharge, overdue, payment, at } = account;
  const { monthlySpend, monthlySpendLimit, nextInvoice } = account;
  const limit = monthlySpendLimit === null ? '' : ` of ${moneyInWords(monthlySpendLimit)} allowed`;
  return [
    { name: 'State', value: state },
    { name: 'Payment terms', value: paymentTerms === 'unknown' ? untold : paymentTerms },
    { name: 'Credit, as reported', value: sumOf(creditBalance) },
    {
      name: 'Automatic recharge',
      value:
        recharge === null
          ? untold
          : recharge.auto
            ? `to ${moneyInWords(recharge.high)} when under ${moneyInWords(recharge.low)}`
            : 'off',
    },
    { name: 'This month, as reported', value: `${sumOf(monthlySpend)}${limit}` },
    ...(paymentTerms === 'invoiced' && nextInvoice ? invoiceFacts(nextInvoice) : []),
    {
      name: 'Invoices overdue',
      value:
        overdue === null
          ? untold
          : overdue.count === 0
            ? 'none'
            : `${overdue.count}: ${sumOf(overdue.amount)}`,
    },
    ...(overdue?.since == null ? [] : [{ name: 'Overdue since', at: overdue.since }]),
    {
      name: 'Last payment',
      value:
        payment === null
          ? untold
          : `${sumOf(payment.amount)}${payment.isRecharge ? ', a recharge' : ''}${failureOf(payment)}`,
    },
    ...(payment === null ? [] : [{ name: 'Last payment at', at: payment.at }]),
    { name: 'Last seen', at },
  ];
}

const invoiceFacts = ({ total, at, threshold }: NextInvoice): SubjectPage['facts'] => [
  { name: 'Next invoice', value: sumOf(total) },
  ...(at === null ? [] : [{ name: 'Next invoice at', at }]),
  ...(threshold === null ? [] : [{ name: 'Billed early from', value: sumOf(threshold) }]),
];

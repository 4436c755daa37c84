import type { AccountObservation } from '../model/facts/observation.ts';
import { atLeast, type Money, moneyInWords } from '../model/money/money.ts';
import type { LastPayment, NextInvoice } from '../model/money/spend.ts';
import { formatZonedMinute } from '../model/time/local-times.ts';
import type { Instant } from '../model/time/time.ts';
import { missingFact } from './missing-fact.ts';
import type { MissingFact } from './verdict.ts';

/** A debt of an account: none, unknown or owed. A higher level is worse. */
export type Debt =
  | { readonly kind: 'none'; readonly because: string }
  | { readonly kind: 'unknown'; readonly because: string; readonly lacks: MissingFact | null }
  | {
      readonly kind: 'owed';
      readonly because: string;
      readonly level: number;
      readonly owed: {
        readonly of: 'invoice' | 'payment';
        readonly amount: Money | null;
        readonly since: Instant;
      };
    };
type FailedPayment = LastPayment & { readonly failedSince: Instant };

/** Returns the failed payment that is still outstanding; `null` if there is none, or credit was added in another way. */
export function findFailedPayment(account: AccountObservation): FailedPayment | null {
  const { paymentTerms, payment, recharge, creditBalance } = account;
  if (payment === null || payment.failedSince === null || paymentTerms === 'invoiced') return null;
  if (recharge?.auto === false) return null;
  if (recharge !== null && creditBalance !== null && atLeast(creditBalance, recharge.low)) return null;
  return { ...payment, failedSince: payment.failedSince };
}

export function failureInWords(failed: FailedPayment, zone: string): string {
  const { isRecharge, failedSince, failedBecause } = failed;
  const reason = failedBecause === undefined ? '' : `, reported as "${failedBecause}"`;
  return `${isRecharge ? 'automatic recharge' : 'the last payment'} failed at ${formatZonedMinute(failedSince, zone)}${reason}`;
}

/** Returns "the next is 1,234.50 USD at 2026-12-01 00:00 (UTC); billed earlier if it reaches 2,000.00 USD", as far as it is known. */
export function nextInvoiceInWords({ total, at, threshold }: NextInvoice, zone: string): string {
  const time = at === null ? '' : ` at ${formatZonedMinute(at, zone)}`;
  const amount = total === null ? 'of an unreported amount' : moneyInWords(total);
  const early = threshold === null ? '' : `; billed earlier if it reaches ${moneyInWords(threshold)}`;
  return `the next is ${amount}${time}${early}`;
}

const sumInWords = (amount: Money | null): string => (amount === null ? '' : `: ${moneyInWords(amount)}`);

/** Returns the overdue invoices of an account. The level is their number. */
export function invoicesOwed({ overdue }: AccountObservation, zone: string): Debt {
  const unknown = 'the platform does not report whether an invoice is overdue';
  if (overdue === null)
    return {
      kind: 'unknown',
      because: unknown,
      lacks: missingFact('invoices', 'whether an invoice is overdue'),
    };
  const { count, amount, since } = overdue;
  if (since === null) return { kind: 'none', because: 'no invoice is overdue' };
  const invoices = count === 1 ? '1 invoice is overdue' : `${count} invoices are overdue`;
  const because = `${invoices} since ${formatZonedMinute(since, zone)}${sumInWords(amount)}`;
  return { kind: 'owed', because, level: count, owed: { of: 'invoice', amount, since } };
}

/** Returns the failed payment of an account that is still outstanding. */
export function paymentOwed(account: AccountObservation, zone: string): Debt {
  const { payment, missing } = account;
  const unknown = 'the platform reports no payment';
  if (payment === null) {
    // An account may never have paid.
    const isMissing = missing.some(({ part }) => part === 'payments');
    const lacks = isMissing ? missingFact('payments', 'its payments') : null;
    return { kind: 'unknown', because: unknown, lacks };
  }
  const failed = findFailedPayment(account);
  if (failed === null) return { kind: 'none', because: 'no failed payment is outstanding' };
  const { amount, failedSince: since } = failed;
  const because = `${failureInWords(failed, zone)}${sumInWords(amount)}`;
  return { kind: 'owed', because, level: 1, owed: { of: 'payment', amount, since } };
}

/** Returns all overdue debts of an account, each as a sentence. */
export const owedInWords = (account: AccountObservation, zone: string): string[] =>
  [invoicesOwed(account, zone), paymentOwed(account, zone)].flatMap(({ kind, because }) =>
    kind === 'owed' ? [because] : [],
  );

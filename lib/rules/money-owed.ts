import type { AccountObservation } from '../model/facts/observation.ts';
import { atLeast, type Money, moneyInWords } from '../model/money/money.ts';
import type { LastPayment } from '../model/money/spend.ts';
import { minuteIn } from '../model/time/local-times.ts';
import type { Instant } from '../model/time/time.ts';
import { lacking } from './lacking.ts';
import type { Verdict } from './verdict.ts';

type WithoutSubject<V> = V extends Verdict ? Omit<V, 'rule' | 'subject' | 'episode'> : never;
type Judged = WithoutSubject<Verdict>;
type FailedPayment = LastPayment & { readonly failedSince: Instant };

/** Reports whether an account pays by invoice, however the platform spells it. */
export const isInvoiced = (terms: string | null): boolean => terms !== null && /invoice/i.test(terms);

/** Finds the failed payment that credit still waits for; `null` once it was paid, or credit came in another way. */
export function failedPaymentOf(account: AccountObservation): FailedPayment | null {
  const { paymentTerms, payment, recharge, creditBalance } = account;
  if (payment === null || payment.failedSince === null || isInvoiced(paymentTerms)) return null;
  if (recharge?.auto === false) return null;
  if (recharge !== null && creditBalance !== null && atLeast(creditBalance, recharge.low)) return null;
  return { ...payment, failedSince: payment.failedSince };
}

export const failureInWords = ({ isRecharge, failedSince }: FailedPayment, zone: string): string =>
  `${isRecharge ? 'automatic recharge' : 'the last payment'} failed at ${minuteIn(failedSince, zone)}`;

const sumInWords = (amount: Money | null): string => (amount === null ? '' : `: ${moneyInWords(amount)}`);

/** Judges whether invoices are overdue. One more of them is worse. */
export function judgeInvoices({ state, overdue }: AccountObservation, zone: string): Judged {
  const unknown = 'the platform does not report whether an invoice is overdue';
  if (overdue === null)
    return {
      kind: 'unknown',
      because: unknown,
      figures: null,
      lacks: lacking('invoices', 'whether an invoice is overdue'),
    };
  const { count, amount, since } = overdue;
  if (since === null) return { kind: 'clear', because: 'no invoice is overdue', figures: null };
  const invoices = count === 1 ? '1 invoice is overdue' : `${count} invoices are overdue`;
  const because = `${invoices} since ${minuteIn(since, zone)}${sumInWords(amount)}`;
  const figures = { kind: 'account-state', state, owed: { of: 'invoice', amount, since } } as const;
  return { kind: 'breached', severity: 'critical', level: count, because, figures };
}

/** Judges whether a recharge failed that credit still waits for. */
export function judgePayment(account: AccountObservation, zone: string): Judged {
  const { state, payment, missing } = account;
  const unknown = 'the platform reports no payment';
  if (payment === null) {
    // An account may never have paid.
    const isMissing = missing.some(({ part }) => part === 'payments');
    const lacks = isMissing ? lacking('payments', 'its payments') : null;
    return { kind: 'unknown', because: unknown, figures: null, lacks };
  }
  const failed = failedPaymentOf(account);
  if (failed === null) return { kind: 'clear', because: 'no failed payment is outstanding', figures: null };
  const { amount, failedSince: since } = failed;
  const because = `${failureInWords(failed, zone)}${sumInWords(amount)}`;
  const figures = { kind: 'account-state', state, owed: { of: 'payment', amount, since } } as const;
  return { kind: 'breached', severity: 'critical', level: 1, because, figures };
}

/** Returns all overdue debts of an account, each as a sentence. */
export const owedInWords = (account: AccountObservation, zone: string): string[] =>
  [judgeInvoices(account, zone), judgePayment(account, zone)].flatMap(({ kind, because }) =>
    kind === 'breached' ? [because] : [],
  );

import type { Head } from '../../../../lib/state/head.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import type { OpenInvoice } from '../../world/account.ts';
import type { PollBook } from '../poll-book.ts';
import type { Case } from '../violation.ts';

/** The debts of an account as last shown completely; `undefined` where uncertain. */
export type Owed = {
  readonly overdue: readonly OpenInvoice[] | undefined;
  /** True if its last payment failed; `null` without one. */
  readonly hasFailed: boolean | null | undefined;
};
export type OwedBook = { of(target: Head['target']): Owed };

/**
 * Follows invoices and payments, which are read hourly, and checks invariant 9: overdue amounts are exact to the
 * cent.
 */
export function owedBook({ accuse }: Case, buffered: PollBook): Observer & OwedBook {
  const shown = new WeakMap<Process, { invoices?: readonly OpenInvoice[]; hasFailed?: boolean | null }>();
  const known = new Map<Head['target'], Owed>();
  const shownTo = (process: Process) => {
    const found = shown.get(process) ?? {};
    shown.set(process, found);
    return found;
  };
  const of: OwedBook['of'] = (target) => known.get(target) ?? { overdue: undefined, hasFailed: undefined };

  return {
    of,
    invoicesShown(process, invoices) {
      shownTo(process).invoices = invoices;
    },
    paymentsShown(process, hasFailed) {
      shownTo(process).hasFailed = hasFailed;
    },
    committed(process, { target, observation }, before) {
      if (process.job !== 'watch' || observation?.kind !== 'account') return;
      if (observation === before?.observation) return;
      const { at, overdue } = observation;
      const isCertain = !buffered.of(process, target).hadTrouble;
      const { invoices, hasFailed } = shownTo(process);
      const late = invoices?.filter(({ dueAt }) => dueAt < at);
      const last = of(target);
      known.set(target, {
        overdue: late === undefined ? last.overdue : isCertain ? late : undefined,
        hasFailed: hasFailed === undefined ? last.hasFailed : isCertain ? hasFailed : undefined,
      });
      if (late === undefined || !isCertain) return;
      const cents = late.reduce((sum, one) => sum + one.cents, 0);
      if (overdue?.count !== late.length || overdue.amount?.times(100).toNumber() !== cents)
        accuse(
          9,
          `${target} owes ${cents} cents of ${late.length} invoices, and the head says ${JSON.stringify(overdue)}`,
        );
    },
  };
}

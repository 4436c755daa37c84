import type { Ledger } from '../../lib/record/ledger.ts';

/** A ledger that does something else before each call of a run of `act` or of an answer. */
export function beforeEachCall(ledger: Ledger, interrupt: () => Promise<void>): Ledger {
  const on =
    <Given extends readonly unknown[], T>(method: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      await interrupt();
      return method(...given);
    };
  return {
    ...ledger,
    linkUse: on(ledger.linkUse),
    useLink: on(ledger.useLink),
    heads: on(ledger.heads),
    head: on(ledger.head),
    commit: on(ledger.commit),
    overrides: on(ledger.overrides),
    override: on(ledger.override),
    putOverride: on(ledger.putOverride),
    withdraw: on(ledger.withdraw),
    control: on(ledger.control),
    commitControl: on(ledger.commitControl),
    record: on(ledger.record),
  };
}

/** A ledger that does something else once, before one of those calls, counted from 0. */
export function beforeCall(ledger: Ledger, call: number, interrupt: () => Promise<void>): Ledger {
  let calls = 0;
  return beforeEachCall(ledger, async () => {
    calls += 1;
    if (calls - 1 === call) await interrupt();
  });
}

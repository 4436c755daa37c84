import type { Ledger } from '../../../lib/record/ledger.ts';
import type { Observer } from '../observer.ts';
import { budgetAlertOracle } from './budget-alert-oracle.ts';
import { capsOracle } from './caps-oracle.ts';
import { deliveryBook } from './deliveries.ts';
import { idleAlertOracle } from './idle-alert-oracle.ts';
import { ledgerOracle } from './ledger-oracle.ts';
import { lookBook } from './look-book.ts';
import { messageOracle } from './message-oracle.ts';
import { moneyOracle } from './money-oracle.ts';
import { replayOracle } from './replay-oracle.ts';
import { startOracle } from './start-oracle.ts';
import { stopOracle } from './stop-oracle.ts';
import type { Case } from './violation.ts';
import { workOracle } from './work-oracle.ts';

/** How much there was to be judged: a run in which nothing happens proves nothing. */
export type Tally = { turns: number; stops: number; deliveries: number };

export type Oracle = {
  readonly observers: readonly Observer[];
  readonly tally: Tally;
  finish(ledger: Ledger): Promise<void>;
};

/** All that must hold, watched while it happens. The first observers are the books that the others read. */
export function createOracle(facts: Case, replayOneIn: number): Oracle {
  const looks = lookBook(facts.now);
  const deliveries = deliveryBook(facts.now);
  const starts = startOracle(facts, looks);
  const tally: Tally = { turns: 0, stops: 0, deliveries: 0 };
  const stops = stopOracle(facts, looks, deliveries, (stop) => {
    tally.stops += 1;
    starts.onStop(stop);
  });
  const caps = capsOracle(facts);
  const messages = messageOracle(facts, deliveries);
  const ledgers = ledgerOracle(facts);
  const money = moneyOracle(facts, looks);
  const counts: Observer = {
    logged(_process, event, because) {
      const isFailure = event === 'turn-failed' || event === 'intent-failed';
      if (isFailure && !because.startsWith('LedgerError'))
        facts.accuse(11, `a mistake of its own: ${event}: ${because}`);
    },
    committed: ({ job }) => {
      if (job === 'watch') tally.turns += 1;
    },
    delivered: () => {
      tally.deliveries += 1;
    },
  };
  return {
    observers: [
      looks,
      deliveries.observer,
      ledgers,
      replayOracle(facts, replayOneIn),
      money,
      starts.observer,
      workOracle(facts, looks),
      stops,
      caps,
      messages,
      idleAlertOracle(facts, looks),
      budgetAlertOracle(facts),
      counts,
    ],
    tally,
    async finish(ledger) {
      messages.finish();
      caps.finish();
      await ledgers.finish(ledger);
      await money.finish(ledger);
    },
  };
}

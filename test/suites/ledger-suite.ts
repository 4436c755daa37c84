import { describe, onTestFinished } from 'vitest';
import type { Ledger } from '../../lib/record/ledger.ts';
import { ledgerControlSuite } from './ledger-control-suite.ts';
import { ledgerHeadSuite } from './ledger-head-suite.ts';
import { ledgerHistorySuite } from './ledger-history-suite.ts';
import { ledgerOverrideSuite } from './ledger-override-suite.ts';
import { ledgerPushSuite } from './ledger-push-suite.ts';
import { ledgerTurnSuite } from './ledger-turn-suite.ts';

/** An empty ledger, and how to close it when the test is over. */
export type OpenedLedger = { readonly ledger: Ledger; close?(): Promise<void> };

/** The tests that every implementation of a ledger passes. */
export function ledgerSuite(name: string, open: () => Promise<OpenedLedger>): void {
  const openForTest = async (): Promise<Ledger> => {
    const { ledger, close } = await open();
    if (close) onTestFinished(close);
    return ledger;
  };
  describe(name, () => {
    ledgerHeadSuite(openForTest);
    ledgerHistorySuite(openForTest);
    ledgerControlSuite(openForTest);
    ledgerTurnSuite(openForTest);
    ledgerOverrideSuite(openForTest);
    ledgerPushSuite(openForTest);
  });
}

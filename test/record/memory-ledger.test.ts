import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import { ledgerSuite } from '../suites/ledger-suite.ts';

ledgerSuite('a ledger in memory', async () => ({ ledger: memoryLedger() }));

import { describe, expect, it } from 'vitest';
import { days } from '../../../lib/model/time/time.ts';
import { LedgerError } from '../../../lib/record/ledger.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aSkewedMachine } from './a-skewed-machine.ts';

const refusal = () => Promise.reject(new LedgerError('it cannot be reached'));

describe('invariant 18: a run of act that is told that its clock is wrong, and cannot note it', () => {
  it('tells no end of it, however old the last note is', async () => {
    const ledger = memoryLedger();
    const machine = aSkewedMachine({ ledger, policy: aPolicy({ rules: [] }) });
    await machine.watch('10:00');
    await machine.act('10:05', days(10));
    for (const time of ['10:10', '10:15', '10:20', '10:25']) await machine.watch(time);
    ledger.note = refusal;
    await machine.act('10:26', days(10));
    expect(machine.sent.map(({ id }) => id)).toEqual(['blind/clock#2026-11-21T10:05:00Z#1']);
    expect((await ledger.control()).blind).toMatchObject([{ matter: 'clock', isResolved: false }]);
  });

  it('tells of it where it was never noted', async () => {
    const ledger = memoryLedger();
    const machine = aSkewedMachine({ ledger });
    await machine.watch('10:00');
    ledger.note = refusal;
    await machine.act('10:05', days(10));
    expect(machine.sent.map(({ id }) => id)).toContain('blind/clock#2026-11-21T10:05:00Z#1');
  });
});

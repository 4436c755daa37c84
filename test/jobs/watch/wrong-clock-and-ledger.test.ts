import { describe, expect, it } from 'vitest';
import { days, later } from '../../../lib/model/time/time.ts';
import { LedgerError } from '../../../lib/record/ledger.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { on } from '../../support/timeline.ts';
import { aSkewedMachine } from './a-skewed-machine.ts';

const refusal = () => Promise.reject(new LedgerError('it cannot be reached'));
const inFuture = later(on('10:05'), days(18));

describe('invariant 18: a run of act whose clock is found wrong, and that cannot note it', () => {
  it('does not report its end, however old the last note is', async () => {
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

  it('reports it where it was never noted', async () => {
    const ledger = memoryLedger();
    const machine = aSkewedMachine({ ledger });
    await machine.watch('10:00');
    ledger.note = refusal;
    await machine.act('10:05', days(10));
    expect(machine.sent.map(({ id }) => id)).toContain('blind/clock#2026-11-21T10:05:00Z#1');
  });
});

describe('invariant 10: a head of a clock that was ahead', () => {
  it('is replaced without history where it holds only failed polls of that future', async () => {
    const ledger = memoryLedger();
    let isReachable = true;
    // Most budgets need closed days, which are then read again; one of the last 24 hours does not.
    const ofLastDay = aBudgetRule({ period: { kind: 'rolling', days: 1 } });
    const policy = aPolicy({ rules: [ofLastDay, anIdleRule()] });
    const machine = aSkewedMachine({ ledger, policy, isReachable: () => isReachable });
    await machine.watch('10:00');
    isReachable = false;
    await machine.watch('10:05', days(18));
    expect((await machine.head()).polledAt).toBe(inFuture);
    isReachable = true;
    const { meters } = ledger;
    ledger.meters = refusal;
    await machine.watch('10:10');
    ledger.meters = meters;
    expect((await machine.head()).polledAt).toBe(on('10:10'));
  });

  it('is left to the next run where it was committed before an observation by a right clock', async () => {
    const ledger = memoryLedger();
    const machine = aSkewedMachine({ ledger });
    await machine.watch('10:00');
    const { commit } = ledger;
    const { target } = await machine.head();
    ledger.commit = async (head) => {
      if (head.target !== target) return await commit(head);
      ledger.commit = commit;
      const known = (await ledger.head(target)) ?? expect.fail('no head');
      await commit({ ...known, seq: head.seq, polledAt: inFuture, failedPolls: 1 });
      return await commit(head);
    };
    await machine.watch('10:05');
    expect(await machine.head()).toMatchObject({ polledAt: inFuture, failedPolls: 1 });
    await machine.watch('10:10');
    expect((await machine.head()).polledAt).toBe(on('10:10'));
  });
});

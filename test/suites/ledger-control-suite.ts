import { describe, expect, it } from 'vitest';
import { type Control, firstControl } from '../../lib/model/control.ts';
import { IntentId } from '../../lib/model/ids.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { aHead, lab, noon } from '../support/observation-builders.ts';

const aControl = (seq: number, ...intents: readonly string[]): Control => ({
  ...firstControl,
  seq,
  acts: intents.map((intent) => ({ intent: IntentId.parse(intent), at: noon })),
});

export function ledgerControlSuite(open: () => Promise<Ledger>): void {
  describe('the control record', () => {
    it('counts no acts at first', async () => {
      const ledger = await open();
      expect(await ledger.control()).toEqual(firstControl);
    });

    it('gives way to its successor only', async () => {
      const ledger = await open();
      expect(await ledger.commitControl(aControl(2, 'early'))).toBe('lost');
      expect(await ledger.commitControl(aControl(1, 'a'))).toBe('committed');
      expect(await ledger.commitControl(aControl(1, 'late'))).toBe('lost');
      expect(await ledger.commitControl(aControl(2, 'a', 'b'))).toBe('committed');
      expect(await ledger.control()).toEqual(aControl(2, 'a', 'b'));
    });

    it('is put by exactly one of two who race', async () => {
      const ledger = await open();
      const racers = [aControl(1, 'a'), aControl(1, 'b')];
      const outcomes = await Promise.all(racers.map((control) => ledger.commitControl(control)));
      expect([...outcomes].sort()).toEqual(['committed', 'lost']);
      expect(await ledger.control()).toEqual(racers[outcomes.indexOf('committed')]);
    });

    it('is no head, and heads are none of it', async () => {
      const ledger = await open();
      await ledger.commitControl(aControl(1, 'a'));
      expect(await ledger.heads()).toEqual([]);
      await ledger.commit(aHead({ seq: 1 }));
      expect(await ledger.control()).toEqual(aControl(1, 'a'));
      expect(await ledger.head(lab)).toEqual(aHead({ seq: 1 }));
    });
  });
}

import { describe, expect, it } from 'vitest';
import { IntentId } from '../../lib/model/ids.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { type BlindNote, type Control, firstControl } from '../../lib/state/control.ts';
import { aHead, lab, noon } from '../support/builders/observation-builders.ts';

const aControl = (seq: number, ...intents: readonly string[]): Control => ({
  ...firstControl,
  seq,
  actions: intents.map((intent) => ({ intent: IntentId.parse(intent), at: noon })),
});

const aNote = (overrides: Partial<BlindNote> = {}): BlindNote => ({
  matter: 'clock',
  because: 'the clock of this machine is 11 min ahead of the cloud',
  at: noon,
  ...overrides,
});

export function ledgerControlSuite(open: () => Promise<Ledger>): void {
  describe('the control record', () => {
    it('counts no actions at first', async () => {
      const ledger = await open();
      expect(await ledger.control()).toEqual(firstControl);
    });

    it('is replaced only by the record with the next number', async () => {
      const ledger = await open();
      expect(await ledger.commitControl(aControl(2, 'early'))).toBe('lost');
      expect(await ledger.commitControl(aControl(1, 'a'))).toBe('committed');
      expect(await ledger.commitControl(aControl(1, 'late'))).toBe('lost');
      expect(await ledger.commitControl(aControl(2, 'a', 'b'))).toBe('committed');
      expect(await ledger.control()).toEqual(aControl(2, 'a', 'b'));
    });

    it('is written by exactly one of two concurrent writers', async () => {
      const ledger = await open();
      const racers = [aControl(1, 'a'), aControl(1, 'b')];
      const outcomes = await Promise.all(racers.map((control) => ledger.commitControl(control)));
      expect([...outcomes].sort()).toEqual(['committed', 'lost']);
      expect(await ledger.control()).toEqual(racers[outcomes.indexOf('committed')]);
    });

    it('is not listed among the heads, and committing a head does not change it', async () => {
      const ledger = await open();
      await ledger.commitControl(aControl(1, 'a'));
      expect(await ledger.heads()).toEqual([]);
      await ledger.commit(aHead({ seq: 1 }));
      expect(await ledger.control()).toEqual(aControl(1, 'a'));
      expect(await ledger.head(lab)).toEqual(aHead({ seq: 1 }));
    });
  });

  describe('a note on a run without data', () => {
    it('is read back as it was written, one note per matter', async () => {
      const ledger = await open();
      expect(await ledger.noted()).toEqual([]);
      await ledger.note(aNote({ matter: 'sight' }));
      await ledger.note(aNote());
      await ledger.note(aNote());
      expect(await ledger.noted()).toEqual([aNote(), aNote({ matter: 'sight' })]);
    });

    it('is replaced by a later note on the same matter, and changes neither the heads nor the control record', async () => {
      const ledger = await open();
      await ledger.note(aNote());
      await ledger.note(aNote({ because: 'it is 12 min ahead' }));
      expect(await ledger.noted()).toEqual([aNote({ because: 'it is 12 min ahead' })]);
      expect(await ledger.heads()).toEqual([]);
      expect(await ledger.control()).toEqual(firstControl);
    });
  });
}

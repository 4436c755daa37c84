import { describe, expect, it } from 'vitest';
import type { Push } from '../../lib/model/facts/push.ts';
import { Subject } from '../../lib/model/ids.ts';
import { later, minutes } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { noon } from '../support/builders/observation-builders.ts';

const aPush = (overrides: Partial<Push> = {}): Push => ({
  machine: Subject.parse('project/lab/vm/train'),
  at: noon,
  gpus: ['GPU-1', 'GPU-2'],
  slots: [
    { at: noon, cpu: 3.5, uses: [0, null], minutes: [31, 0], memory: 78.3, logins: 1 },
    { at: later(noon, minutes(5)), uses: [100, 2.5], minutes: [1, 16] },
  ],
  ...overrides,
});

export function ledgerPushSuite(open: () => Promise<Ledger>): void {
  describe('a push of a machine', () => {
    it('is read back as it was stored, by the quarter of an hour in which it arrived', async () => {
      const ledger = await open();
      const first = aPush({ at: later(noon, minutes(14)) });
      const second = aPush({ at: later(noon, minutes(15)) });
      expect(await ledger.push(second)).toBe('stored');
      expect(await ledger.push(first)).toBe('stored');
      expect(await ledger.pushes(noon, later(noon, minutes(60)))).toEqual([first, second]);
      expect(await ledger.pushes(later(noon, minutes(20)), later(noon, minutes(60)))).toEqual([second]);
      expect(await ledger.pushes(later(noon, minutes(-30)), later(noon, minutes(-1)))).toEqual([]);
    });

    it('is stored once per machine and quarter: a repeat changes nothing, a different one is too soon', async () => {
      const ledger = await open();
      const again = aPush({ at: later(noon, minutes(1)) });
      const other = aPush({ slots: [] });
      const ofAnother = aPush({ machine: Subject.parse(`project/lab/vm/${'ü'.repeat(240)}`) });
      expect(await ledger.push(aPush())).toBe('stored');
      expect(await ledger.push(again)).toBe('stored');
      expect(await ledger.push(other)).toBe('too-soon');
      expect(await ledger.push(ofAnother)).toBe('stored');
      const [kept, ...others] = await ledger.pushes(noon, later(noon, minutes(1)));
      expect(kept).toEqual(aPush());
      expect(others).toEqual([ofAnother]);
    });

    it('is stored beside that of a copy with the same token, which another host or other GPUs reveal', async () => {
      const ledger = await open();
      const next = later(noon, minutes(15));
      for (const [own, copy] of [
        [aPush({ hosts: ['boot-1'] }), aPush({ hosts: ['boot-2'] })],
        [aPush({ at: next }), aPush({ at: next, gpus: ['GPU-3', 'GPU-4'] })],
      ] as const) {
        const { at } = own;
        expect(await ledger.push(copy)).toBe('stored');
        expect(await ledger.push(own)).toBe('stored');
        expect(await ledger.push(own)).toBe('stored');
        expect(await ledger.push({ ...own, slots: [] })).toBe('too-soon');
        expect(await ledger.push({ ...copy, slots: [] })).toBe('too-soon');
        expect(await ledger.pushes(at, later(at, minutes(1)))).toEqual([copy, own]);
      }
    });
  });
}

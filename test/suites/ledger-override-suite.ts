import { describe, expect, it } from 'vitest';
import { hours, later, milliseconds } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import type { OverrideByKind } from '../../lib/state/override.ts';
import { aHead, noon } from '../support/builders/observation-builders.ts';
import { place, withdraw } from '../support/place.ts';

const aSilence = (overrides: Partial<OverrideByKind<'silence'>> = {}): OverrideByKind<'silence'> => ({
  kind: 'silence',
  id: 'load-test',
  alerts: { rule: 'too *', match: { project: 'lab-*', metadata: { team: 'ml' } } },
  author: 'ada',
  reason: 'a planned load test, see the calendar: 大丈夫 🦊',
  at: noon,
  until: later(noon, hours(2)),
  ...overrides,
});

export function ledgerOverrideSuite(open: () => Promise<Ledger>): void {
  describe('an override', () => {
    it('does not exist at first', async () => {
      const ledger = await open();
      expect(await ledger.overrides(noon)).toEqual([]);
    });

    it('is read back as it was stored until its end, and no longer at its end', async () => {
      const ledger = await open();
      const silence = aSilence();
      await ledger.putOverride(silence);
      expect(await ledger.overrides(noon)).toEqual([silence]);
      expect(await ledger.overrides(later(silence.until, milliseconds(-1)))).toEqual([silence]);
      expect(await ledger.overrides(silence.until)).toEqual([]);
    });

    it('is returned before it begins: its reader checks its time', async () => {
      const ledger = await open();
      await ledger.putOverride(aSilence());
      expect(await ledger.overrides(later(noon, hours(-1)))).toEqual([aSilence()]);
    });

    it('is replaced by a later one with the same id', async () => {
      const ledger = await open();
      await ledger.putOverride(aSilence());
      const longer = aSilence({ until: later(noon, hours(8)), reason: 'it takes longer' });
      await place(ledger, longer);
      expect(await ledger.overrides(noon)).toEqual([longer]);
      await place(ledger, longer);
      expect(await ledger.overrides(noon)).toEqual([longer]);
    });

    it('is replaced or revoked only by a writer who read its last state (invariant 25)', async () => {
      const ledger = await open();
      const { id } = aSilence();
      const shorter = aSilence({ until: later(noon, hours(1)) });
      expect(await ledger.override(id)).toBe(undefined);
      expect(await ledger.putOverride(aSilence())).toBe('committed');
      expect(await ledger.putOverride(shorter)).toBe('lost');
      const first = await ledger.override(id);
      if (first === undefined) return expect.fail('it was placed');
      expect(first).toMatchObject({ id, seq: 1, override: aSilence() });
      expect(await ledger.putOverride(shorter, first)).toBe('committed');
      for (const late of [ledger.putOverride(aSilence(), first), ledger.withdraw(first)])
        expect(await late).toBe('lost');
      expect(await ledger.overrides(noon)).toEqual([shorter]);
      const second = await ledger.override(id);
      if (second === undefined) return expect.fail('it was replaced');
      expect(await ledger.withdraw(second)).toBe('committed');
      expect(await ledger.overrides(noon)).toEqual([]);
      // The number keeps counting, so that a new override is never taken for the one that was read before.
      expect(await ledger.override(id)).toMatchObject({ seq: 3, override: null });
      expect(await ledger.putOverride(aSilence())).toBe('lost');
      expect(await ledger.putOverride(aSilence(), second)).toBe('lost');
      expect(await ledger.putOverride(aSilence(), await ledger.override(id))).toBe('committed');
    });

    it('keeps its number until all that was stored under its id has ended', async () => {
      const ledger = await open();
      const { id, until } = aSilence();
      await ledger.putOverride(aSilence());
      await place(ledger, aSilence({ until: later(noon, hours(1)) }));
      await withdraw(ledger, id);
      expect((await ledger.override(id))?.keptUntil).toBeGreaterThanOrEqual(until);
    });

    it('is listed oldest first, whatever the ids and the order of storing', async () => {
      const ledger = await open();
      const told = ['z', 'a', 'm'].map((id, hour) => aSilence({ id, at: later(noon, hours(hour)) }));
      for (const index of [2, 0, 1]) await ledger.putOverride(told[index] ?? aSilence());
      const ids = (await ledger.overrides(noon)).map(({ id }) => id);
      expect(ids).toEqual(['z', 'a', 'm']);
    });

    it('is listed by id among those of the same moment', async () => {
      const ledger = await open();
      for (const id of ['b', 'c', 'a']) await ledger.putOverride(aSilence({ id }));
      expect((await ledger.overrides(noon)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    });

    it('can be revoked without affecting others, and revoking one that does not exist changes nothing', async () => {
      const ledger = await open();
      await ledger.putOverride(aSilence({ id: 'one' }));
      await ledger.putOverride(aSilence({ id: 'two' }));
      await withdraw(ledger, 'one');
      await withdraw(ledger, 'one');
      await withdraw(ledger, 'three');
      expect(await ledger.overrides(noon)).toEqual([aSilence({ id: 'two' })]);
    });

    it.each(['override#', '../x', 'a b', '研究-🦊', 'long'.repeat(400)])(
      'under the id %j is not affected by one with a similar id',
      async (id) => {
        const ledger = await open();
        await ledger.putOverride(aSilence({ id }));
        await ledger.putOverride(aSilence({ id: `${id}2` }));
        await withdraw(ledger, `${id}2`);
        expect(await ledger.overrides(noon)).toEqual([aSilence({ id })]);
      },
    );

    it('changes neither the heads nor the control record', async () => {
      const ledger = await open();
      await ledger.putOverride(aSilence({ id: 'caps' }));
      await ledger.commit(aHead({ seq: 1 }));
      expect(await ledger.heads()).toEqual([aHead({ seq: 1 })]);
      expect((await ledger.control()).actions).toEqual([]);
      expect(await ledger.overrides(noon)).toHaveLength(1);
    });
  });

  describe('the use of a link', () => {
    const use = {
      id: 'a-link',
      seq: 1,
      state: 'begun',
      at: noon,
      until: later(noon, hours(2)),
      author: 'eve',
      reason: '训练 🦊',
      owner: 'ml',
    } as const;

    it('begins once, is repeated once by writers who read the same state, and is completed once', async () => {
      const ledger = await open();
      const again = { ...use, seq: 2, at: later(noon, hours(1)) };
      const done = { ...again, seq: 3, state: 'done' } as const;
      expect(await ledger.linkUse(use.id)).toBe(undefined);
      expect(await ledger.useLink(again)).toBe('lost');
      expect(await ledger.useLink(use)).toBe('committed');
      expect(await ledger.useLink({ ...use, author: 'mallory' })).toBe('lost');
      expect(await ledger.linkUse(use.id)).toEqual(use);
      expect(await ledger.useLink(done)).toBe('lost');
      expect(await ledger.useLink(again)).toBe('committed');
      expect(await ledger.useLink({ ...again, at: later(noon, hours(2)) })).toBe('lost');
      expect(await ledger.useLink(done)).toBe('committed');
      expect(await ledger.useLink({ ...done, author: 'mallory' })).toBe('lost');
      expect(await ledger.useLink(use)).toBe('lost');
      expect(await ledger.linkUse(use.id)).toEqual(done);
    });

    it('is not listed among overrides, nor returned for another link', async () => {
      const ledger = await open();
      await ledger.useLink(use);
      expect(await ledger.overrides(noon)).toEqual([]);
      expect(await ledger.linkUse('a-link2')).toBe(undefined);
      expect(await ledger.useLink({ ...use, id: 'a-link2' })).toBe('committed');
    });
  });
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keep } from '../../../lib/jobs/overrides/keep.ts';
import { findTextMistake } from '../../../lib/jobs/overrides/reason-and-author.ts';
import { days, later, milliseconds } from '../../../lib/model/time/time.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { runs } from '../../support/tier.ts';
import { ada, ledgerWith, tomorrow } from './a-fleet.ts';

describe('a recorded override', () => {
  it.each(['ada', 'Ada Lovelace <ada@example.com>', '大丈夫 🦊', 'x'.repeat(64), '👩‍👩‍👧'])(
    'may have the author %s',
    (author) => {
      expect(findTextMistake('author', author)).toBe(null);
    },
  );

  it.each([
    '',
    '  ',
    'a\nb',
    'a\u001b[2Jb',
    'a\u0000',
    'a\u202eb',
    'a\u2028b',
    '\ud800',
    'x'.repeat(65),
    'a\u200bb',
    'a\u{e0041}b',
  ])('never has the author %j', async (author) => {
    const ledger = await ledgerWith();
    const told = await keep(ledger, { ...ada({ author }), asked: 'box', until: tomorrow });
    expect(told).toMatchObject({ kind: 'wrong', field: 'author' });
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it.each([
    ['owner', 'a\u001b[2Jb'],
    ['owner', 'x'.repeat(65)],
    ['owner', ' '],
    ['purpose', 'two\nlines'],
    ['purpose', 'a\u202eb'],
    ['purpose', 'x'.repeat(101)],
  ])('never has the %s %j', async (field, text) => {
    const ledger = await ledgerWith();
    const told = await keep(ledger, { ...ada(), [field]: text, asked: 'box', until: tomorrow });
    expect(told).toMatchObject({ kind: 'wrong', field });
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it.each(['', 'two\nlines', 'x'.repeat(201)])('never has the reason %j', async (reason) => {
    const ledger = await ledgerWith();
    const told = await keep(ledger, { ...ada({ reason }), asked: 'box', until: tomorrow });
    expect(told).toMatchObject({ kind: 'wrong', field: 'reason' });
  });

  it.each([noon, later(noon, milliseconds(-1)), later(noon, days(367)), later(noon, days(4_000_000))])(
    'never ends at %i',
    async (until) => {
      const ledger = await ledgerWith();
      expect(await keep(ledger, { ...ada(), asked: 'box', until })).toMatchObject({
        kind: 'wrong',
        field: 'until',
      });
      expect(await ledger.overrides(noon)).toEqual([]);
    },
  );

  it('has no text that a terminal would interpret, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        fc.pre(findTextMistake('reason', text) === null);
        expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
      }),
      runs(100),
    );
  });

  it('has no spaces around its texts', async () => {
    const ledger = await ledgerWith();
    await keep(ledger, { ...ada({ author: ' ada ', reason: ' why ' }), asked: 'box', until: tomorrow });
    expect(await ledger.overrides(noon)).toMatchObject([{ author: 'ada', reason: 'why' }]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import {
  buildUseStretches,
  summarizeUse,
  trimUseHistory,
  type UsePoint,
  useOverlap,
  usualMeaning,
  withUse,
} from '../../../lib/model/facts/use-history.ts';
import { earlier, later, milliseconds } from '../../../lib/model/time/time.ts';
import { noon, times } from '../../support/builders/observation-builders.ts';

const endOf = (slots: number) => later(noon, milliseconds(slots * usageSlot));
const pointsOf = (figures: readonly (number | null)[]): UsePoint[] =>
  figures.flatMap((cpu, slot) => (cpu === null ? [] : [{ at: endOf(slot + 1), cpu }]));
const terms = { meaning: usualMeaning, gpus: 0 };
const historyOf = (figures: readonly (number | null)[]) => withUse(null, pointsOf(figures), terms);
const spellsOf = (figures: readonly (number | null)[]) =>
  historyOf(figures)?.spells.map(({ use, until }) => [use, (until - noon) / usageSlot]);

describe('the use of a machine', () => {
  it('is that of half an hour: one busy sample is no use, but a mean at the limit is', () => {
    expect(spellsOf([...times(12, 5), 60, ...times(12, 5)])).toEqual([
      ['missing', 5],
      ['quiet', 25],
    ]);
    expect(spellsOf([...times(12, 0), 90, ...times(12, 0)])).toEqual([
      ['missing', 5],
      ['quiet', 12],
      ['used', 18],
      ['quiet', 25],
    ]);
  });

  it('is quiet only where every sample of the half hour is known', () => {
    expect(spellsOf([...times(12, 5), null, ...times(12, 5)])).toEqual([
      ['missing', 5],
      ['quiet', 12],
      ['missing', 18],
      ['quiet', 25],
    ]);
    expect(spellsOf([...times(6, 5), 90, null, ...times(3, 5)])?.at(-1)).toEqual(['used', 11]);
  });

  it('is the same wherever its history was divided and continued', () => {
    const figures = fc.array(fc.constantFrom(5, 5, 14.9, 15, 60, null), { minLength: 10, maxLength: 60 });
    fc.assert(
      fc.property(figures, fc.nat(60), (told, cut) => {
        const points = pointsOf(told);
        const first = withUse(null, points.slice(0, cut), terms);
        const from = first?.spells.at(-1)?.until;
        const rest = points.filter(({ at }) => from === undefined || at > earlier(from, useOverlap));
        expect(withUse(first, rest, terms)).toEqual(withUse(null, points, terms));
      }),
    );
  });

  it.each<[string, Partial<UsePoint>[], string]>([
    ['network at its limit for half an hour', Array.from({ length: 6 }, () => ({ network: 10_240 })), 'used'],
    ['network at its limit in one slot', [{ network: 10_240 }], 'quiet'],
    ['disk far over its limit in one slot', [{ disk: 6 * 102_400 }], 'used'],
    ['a GPU at its limit in one slot', [{ gpu: { known: 1, busiest: 5, memory: null } }], 'used'],
    ['a GPU of eight, of which one is known', [{ gpu: { known: 1, busiest: 5, memory: null } }], 'used'],
    [
      'an idle GPU whose memory changed',
      [{ gpu: { known: 1, busiest: 0, memory: 8, memoryMoved: true } }],
      'used',
    ],
    ['an idle GPU', [{ gpu: { known: 1, busiest: 4, memory: null } }], 'quiet-gpus'],
    ['a login', [{ logins: 1 }], 'used'],
    ['a job that reports itself', [{ alive: true }], 'used'],
    ['nobody logged in', [{ logins: 0 }], 'quiet-logins'],
    [
      'nobody logged in on idle GPUs',
      [{ logins: 0, gpu: { known: 1, busiest: 0, memory: null } }],
      'quiet-both',
    ],
    ['an unknown network', [{ network: null }], 'missing'],
    ['no disk figure at all', [{}], 'quiet'],
  ])('by %s', (_, last, use) => {
    const told = [...Array.from({ length: 12 }, () => ({})), ...last];
    const points = told.map((one, index): UsePoint => ({ at: endOf(index + 1), cpu: 5, network: 0, ...one }));
    expect(withUse(null, points, { ...terms, gpus: 1 })?.spells.at(-1)?.use).toBe(use);
  });

  it('is unknown where a signal that the VM once had is missing', () => {
    const spells = [
      { use: 'quiet', until: endOf(10) },
      { use: 'quiet-logins', until: endOf(20) },
      { use: 'quiet-both', until: endOf(30) },
      { use: 'used', until: endOf(40) },
    ] as const;
    const had = (signals: Parameters<typeof buildUseStretches>[1]) =>
      buildUseStretches({ since: noon, spells }, signals).map(({ use, until }) => [
        use,
        (until - noon) / usageSlot,
      ]);
    const used = ['used', 40];
    expect(had({})).toEqual([['quiet', 30], used]);
    expect(had({ logins: noon })).toEqual([['unknown', 10], ['quiet', 30], used]);
    expect(had({ gpus: noon })).toEqual([['unknown', 20], ['quiet', 30], used]);
  });

  it('is found by time, and time outside its history counts as not quiet and not used', () => {
    const known = historyOf([...times(12, 5), ...times(12, 60), ...times(12, 5)]);
    const stretches = buildUseStretches(known ?? { since: noon, spells: [] }, {});
    const within = (from: number, until: number) => {
      const { quiet, isUsed } = summarizeUse(stretches, endOf(from), endOf(until));
      return [quiet / usageSlot, isUsed];
    };
    expect(within(6, 12)).toEqual([6, false]);
    expect(within(6, 30)).toEqual([9, true]);
    expect(within(-10, 8)).toEqual([3, false]);
    expect(within(30, 99)).toEqual([6, false]);
    expect(within(99, 120)).toEqual([0, false]);
  });

  it('drops what lies before an instant', () => {
    const known = historyOf(times(30, 5));
    expect(known && trimUseHistory(known, endOf(20))).toEqual({
      since: endOf(20),
      spells: [{ use: 'quiet', until: endOf(30) }],
    });
  });
});

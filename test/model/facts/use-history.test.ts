import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import {
  type CpuPoint,
  useLookup,
  useOverlap,
  useSince,
  withUse,
} from '../../../lib/model/facts/use-history.ts';
import { earlier, hours, later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { noon, times } from '../../support/builders/observation-builders.ts';

const endOf = (slots: number) => later(noon, milliseconds(slots * usageSlot));
const pointsOf = (figures: readonly (number | null)[]): CpuPoint[] =>
  figures.flatMap((cpu, slot) => (cpu === null ? [] : [{ at: endOf(slot + 1), cpu }]));
const historyOf = (figures: readonly (number | null)[]) => withUse(null, pointsOf(figures));
const spellsOf = (figures: readonly (number | null)[]) =>
  historyOf(figures)?.spells.map(({ use, until }) => [use, (until - noon) / usageSlot]);

describe('the use of a machine', () => {
  it('is of half an hour: one busy sample is no use, a mean at the limit is', () => {
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

  it('is the same wherever its history was cut and continued', () => {
    const figures = fc.array(fc.constantFrom(5, 5, 14.9, 15, 60, null), { minLength: 10, maxLength: 60 });
    fc.assert(
      fc.property(figures, fc.nat(60), (told, cut) => {
        const points = pointsOf(told);
        const first = withUse(null, points.slice(0, cut));
        const from = first?.spells.at(-1)?.until;
        const rest = points.filter(({ at }) => from === undefined || at > earlier(from, useOverlap));
        expect(withUse(first, rest)).toEqual(withUse(null, points));
      }),
    );
  });

  it('is found by time, and what lies outside of its history counts for nothing', () => {
    const known = historyOf([...times(12, 5), ...times(12, 60), ...times(12, 5)]);
    const { at, within } = useLookup(known ?? { since: noon, spells: [] });
    expect(at(endOf(10))).toEqual({ use: 'quiet', from: endOf(5) });
    expect([at(noon), at(endOf(37))]).toEqual([null, null]);
    expect(within(endOf(6), endOf(12))).toBe('quiet');
    expect(within(endOf(6), endOf(30))).toBe('used');
    expect(within(earlier(noon, minutes(5)), endOf(3))).toBe('outage');
    expect(within(earlier(noon, minutes(5)), endOf(12))).toBe('outage');
    expect(within(earlier(noon, minutes(5)), endOf(14))).toBe('used');
    expect(within(earlier(noon, hours(2)), noon)).toBe('outage');
  });

  it('of the first half hour cannot be known, unless more samples are missing then', () => {
    const over = (figures: readonly (number | null)[]) =>
      useLookup(historyOf(figures) ?? { since: noon, spells: [] }).within(noon, endOf(12));
    expect(over(times(20, 5))).toBe('outage');
    expect(over([5, null, ...times(18, 5)])).toBe('missing');
    expect(over([90, ...times(19, 5)])).toBe('used');
  });

  it('tells a gap in the samples from an outage of twelve hours', () => {
    const withGap = (slots: number) => historyOf([...times(12, 5), ...times(slots, null), ...times(12, 5)]);
    const over = (slots: number) =>
      useLookup(withGap(slots) ?? { since: noon, spells: [] }).within(endOf(6), endOf(slots + 20));
    expect(over(100)).toBe('missing');
    expect(over(144)).toBe('outage');
  });

  it('may have begun as soon as an outage hides it', () => {
    const known = historyOf([...times(12, 5), ...times(150, null), ...times(12, 5), ...times(6, 60)]);
    const { firstUse } = useLookup(known ?? { since: noon, spells: [] });
    expect(firstUse(endOf(168), endOf(180))).toEqual(endOf(176));
    expect(firstUse(endOf(100), endOf(180))).toEqual(endOf(101));
    expect(firstUse(endOf(100), endOf(172))).toBe('outage');
    expect(firstUse(earlier(noon, hours(1)), endOf(180))).toEqual(earlier(noon, minutes(55)));
    expect(firstUse(endOf(168), endOf(172))).toBeNull();
  });

  it('forgets what lies before an instant', () => {
    const known = historyOf(times(30, 5));
    expect(known && useSince(known, endOf(20))).toEqual({
      since: endOf(20),
      spells: [{ use: 'quiet', until: endOf(30) }],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { fitLogistic } from './newton.ts';
import { intervalsOf, replay, sumOf } from './replay.ts';

const hours = (count: number): number => count * 12;
/** Nine hours of quiet, one of use, and quiet for twenty. */
const inUse = Array.from({ length: hours(30) }, (_, slot) => slot >= hours(9) && slot < hours(10));

describe('a replay', () => {
  const quiet = { isIdle: (slot: number) => inUse[slot] === false, rested: () => undefined };
  const from = (hour: number) => ({
    ...quiet,
    isIdle: (slot: number) => slot >= hours(hour) && quiet.isIdle(slot),
  });

  it('counts a stop as wrong when the machine is used within eight hours', () => {
    expect(replay(inUse, from(2))).toMatchObject({ stops: 2, wrong: 1 });
    expect(replay(inUse, quiet)).toMatchObject({ stops: 2, wrong: 0 });
  });

  it('counts what right stops save, of all gaps that are long enough', () => {
    const { saved, gaps } = replay(inUse, from(11));
    expect(gaps).toBe(29);
    expect(saved).toBeCloseTo(19, 0);
  });

  it('stops after its notice what was idle all that time', () => {
    const asked: number[] = [];
    const judge = { isIdle: (slot: number) => slot >= hours(12), rested: (slot: number) => asked.push(slot) };
    replay(inUse, judge, hours(1));
    expect(asked).toEqual([hours(13) + 1]);
  });

  it('tells a machine that was stopped that it had no samples until it came back', () => {
    const rests: [number, number][] = [];
    replay(inUse, { ...quiet, rested: (...rest) => rests.push(rest) });
    expect(rests[0]).toEqual([1, hours(9) - 5]);
  });

  it('draws the same intervals each time', () => {
    const tallies = [1, 2, 3, 4].map((wrong) => ({ stops: 10, wrong, saved: 5, gaps: 10 }));
    expect(intervalsOf(tallies)).toEqual(intervalsOf(tallies));
    expect(sumOf(tallies)).toEqual({ stops: 40, wrong: 10, saved: 20, gaps: 40 });
  });
});

it('a fit finds the weights that made the data', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => {
    const terms = [((index * 7) % 11) / 5 - 1, ((index * 3) % 13) / 6 - 1];
    const chance = 1 / (1 + Math.exp(-(-0.5 + 1.5 * (terms[0] ?? 0) - 0.8 * (terms[1] ?? 0))));
    return { terms, isTrue: (index * 0.618_033_988) % 1 < chance, count: 1 };
  });
  const [constant, first, second] = fitLogistic(rows);
  expect(constant).toBeCloseTo(-0.5, 1);
  expect(first).toBeCloseTo(1.5, 1);
  expect(second).toBeCloseTo(-0.8, 1);
});

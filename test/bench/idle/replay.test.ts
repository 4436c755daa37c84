import { describe, expect, it } from 'vitest';
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
    replay(inUse, judge, { notice: hours(1) });
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

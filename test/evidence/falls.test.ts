import { describe, expect, it } from 'vitest';
import { computeFalls, heldFall, type SourceMachines } from '../../lib/evidence/falls.ts';
import type { Fall } from '../../lib/model/facts/fall.ts';
import { earlier, hours, instant, later, minutes } from '../../lib/model/time/time.ts';

const noon = instant(Date.UTC(2026, 2, 10, 12));
/** Returns the instant some minutes after noon. */
const after = (minute: number) => later(noon, minutes(minute));
const fell = (minute = 0, until?: number): Fall => ({
  from: after(minute),
  ...(until !== undefined && { until: after(until) }),
});
/** A source of so many machines, of which some fell; all are known up to so many minutes after noon. */
const source = (of: number, falls: readonly Fall[], known = 60): SourceMachines => ({
  falls,
  knownUntil: Array.from({ length: of }, () => after(known)),
});
const times = (count: number, fall: Fall) => Array.from({ length: count }, () => fall);

describe('a machine that falls to 0 (invariant 26)', () => {
  it.each<[string, SourceMachines, number, 'fell' | 'waits' | undefined]>([
    ['is not believed with seven others of eight', source(8, times(8, fell())), 60, 'fell'],
    ['is not believed with half of its source', source(6, times(3, fell())), 60, 'fell'],
    [
      'is not believed with others that fell within a quarter of an hour',
      source(4, [fell(), fell(10), fell(15)]),
      60,
      'fell',
    ],
    ['is not believed until a day has passed', source(3, times(3, fell())), 24 * 60 - 1, 'fell'],
    ['is believed once a day has passed', source(3, times(3, fell()), 24 * 60), 24 * 60, undefined],
    ['is believed where two fell', source(2, times(2, fell())), 60, undefined],
    ['is believed where less than half fell', source(7, times(3, fell())), 60, undefined],
    [
      'is believed where the others fell half an hour later',
      source(4, [fell(), ...times(3, fell(30))]),
      60,
      undefined,
    ],
    [
      'is believed once one that fell with it moves',
      source(8, [...times(7, fell()), fell(0, 45)]),
      60,
      undefined,
    ],
    [
      'is not believed where another one only flickered before',
      source(4, [...times(3, fell(10)), fell(0, 5)]),
      60,
      'fell',
    ],
    ['waits for those that are not sampled yet', source(8, [fell()], -5), 30, 'waits'],
    ['waits for others no longer than samples take', source(8, [fell()], -5), 90, undefined],
  ])('%s', (_, own, now, kind) => {
    expect(heldFall(own.falls[0] ?? fell(), own, after(now))?.kind).toBe(kind);
  });
});

/** Points of a VM at each five minutes, the last of them at noon, by CPU. */
const points = (...cpus: readonly (number | null)[]) =>
  cpus.map((cpu, index) => ({
    at: earlier(noon, minutes(5 * (cpus.length - 1 - index))),
    ...{ cpu, network: null, disk: null, answers: null },
  }));

describe('the fall of a figure', () => {
  it.each<[string, (number | null)[], Fall | undefined]>([
    ['begins at the first 0 after half an hour of use', [50, 50, 50, 50, 0, 0], fell(-5)],
    ['is found in a GPU that worked in half of the slots', [50, 0, 50, 0, 50, 0], fell(0)],
    ['is not found where a timer moved the figure once', [0, 0, 0, 0, 0, 30, 0, 0], undefined],
    ['is not found where the figure was always 0', [0, 0, 0, 0, 0, 0], undefined],
    ['is not found where the figure is low but moves', [50, 50, 50, 0.1, 0.1, 0.1], undefined],
    ['is not found where the figure becomes unknown', [50, 50, 50, null, null], undefined],
  ])('%s', (_, cpus, expected) => {
    expect(computeFalls({}, points(...cpus), noon)).toEqual(expected === undefined ? {} : { cpu: expected });
  });

  it('is remembered while the figure stays at 0, ends where it moves, and is forgotten after a day', () => {
    const falls = { cpu: fell(-60) };
    expect(computeFalls(falls, points(0, 0, 0), noon)).toEqual(falls);
    expect(computeFalls(falls, points(0, 0, 7), noon)).toEqual({ cpu: fell(-60, 0) });
    expect(computeFalls(falls, [], noon)).toEqual(falls);
    expect(computeFalls(falls, points(0, 0), later(noon, hours(25)))).toEqual({});
  });
});

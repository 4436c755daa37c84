import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUnitTracker, type FleetFigure, unitEvidence } from '../../lib/evidence/units.ts';
import { days, earlier, instant, later, minutes } from '../../lib/model/time/time.ts';
import { runs } from '../support/tier.ts';

const noon = instant(Date.UTC(2026, 2, 10, 12));
/** Figures of a machine, slot by slot, up to noon. */
const slots = (machine: string, ...percents: readonly number[]): FleetFigure[] =>
  percents.map((percent, index) => ({
    ...{ machine, percent },
    at: earlier(noon, minutes(5 * (percents.length - 1 - index))),
  }));
const isDecided = (...figures: readonly FleetFigure[][]): boolean =>
  unitEvidence(figures.flat(), undefined, noon).isDecided;

describe('the unit of a metric (invariant 26)', () => {
  it.each<[string, FleetFigure[][], boolean]>([
    [
      'is undecided where the figures of a busy fleet are divided by a hundred',
      [slots('a', 0.99, 0.87, 0.93), slots('b', 0.4, 0.5, 0.6)],
      false,
    ],
    ['is undecided where a fleet is idle at under 1 %', [slots('a', 0.4, 0.4), slots('b', 0.2, 0.3)], false],
    ['is decided where one machine is at 57 %', [slots('a', 0.4, 0.4), slots('b', 57, 57)], true],
    [
      'stays decided where the last busy machine falls to 0',
      [slots('a', 0.4, 0.4, 0.4), slots('b', 57, 0, 0)],
      true,
    ],
    [
      'stays decided where a busy machine falls to 0.6 % beside one that stays',
      [slots('a', 0.4, 0.4), slots('b', 57, 0.6)],
      true,
    ],
    [
      'is undecided again once the figures of every machine are divided by a hundred',
      [slots('a', 99, 87, 0.93), slots('b', 30, 40, 0.31)],
      false,
    ],
  ])('%s', (_, figures, expected) => expect(isDecided(...figures)).toBe(expected));

  it('is remembered for a week from the last figure that decided it', () => {
    const idle = slots('a', 0.4);
    const seen = (at: number) => ({ at: instant(at), isDecided: true });
    expect(unitEvidence(idle, seen(earlier(noon, days(6))), noon)).toMatchObject({ isDecided: true });
    expect(unitEvidence(idle, seen(earlier(noon, days(8))), noon)).toMatchObject({ isDecided: false });
  });

  it('is decided for each source and metric separately, by the newest figure that any target remembers', () => {
    const key = 'a Prometheus#gpu/own';
    const before = [
      { [key]: { at: noon, isDecided: false } },
      { [key]: { at: earlier(noon, days(1)), isDecided: true } },
    ];
    const units = createUnitTracker(before, later(noon, minutes(5)));
    expect(units.of('a Prometheus').isDecided('gpu/own', slots('a', 0.4))).toBe(false);
    expect(units.of('a Prometheus').isDecided('gpu/dcgm', slots('a', 57))).toBe(true);
    expect(units.of('another').isDecided('gpu/dcgm', slots('a', 0.4))).toBe(false);
    expect(units.seen()['a Prometheus#gpu/dcgm']).toEqual({ at: noon, isDecided: true });
  });

  it('is never decided by figures divided by a hundred, whatever the fleet did', () => {
    const use = fc.array(
      fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 9 }),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(use, (fleet) => {
        const figures = fleet.map((own, index) => slots(`${index}`, ...own.map((percent) => percent / 100)));
        expect(isDecided(...figures)).toBe(false);
      }),
      runs(300),
    );
  });
});

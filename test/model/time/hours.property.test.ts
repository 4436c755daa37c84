import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findWindowPosition, localMinute } from '../../../lib/model/time/period.ts';
import { earlier, instant, later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { runs } from '../../support/tier.ts';

const zone = fc.constantFrom(
  'UTC',
  'Europe/London',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
);
const windows = fc.array(
  fc
    .record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      from: fc.integer({ min: 0, max: 1_439 }),
      until: fc.integer({ min: 1, max: 1_440 }),
    })
    .filter(({ from, until }) => from !== until),
  { minLength: 1, maxLength: 3 },
);
/** Whole minutes of 2026. */
const minute = fc
  .integer({ min: 0, max: 365 * 1_440 - 1 })
  .map((count) => later(instant(Date.UTC(2026, 0, 1)), minutes(count)));

it('every instant is inside or outside the hours, and its off-time lies on the other side of it', () => {
  fc.assert(
    fc.property(windows, minute, zone, (week, at, where) => {
      const { isInside, off } = findWindowPosition(week, at, where);
      if (off.from !== null) expect(off.from).toBeLessThanOrEqual(at);
      if (off.until === null) return;
      if (isInside) expect(off.until).toBeLessThanOrEqual(at);
      else expect(off.until).toBeGreaterThan(at);
    }),
    runs(100),
  );
});

it('an off-time is the same for each instant in it, and the instants at its ends are inside', () => {
  fc.assert(
    fc.property(
      windows,
      minute,
      zone,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (week, at, where, part) => {
        const { isInside, off } = findWindowPosition(week, at, where);
        if (isInside || off.from === null || off.until === null) return;
        const within = later(off.from, milliseconds(Math.floor((off.until - off.from) * part)));
        expect(findWindowPosition(week, within, where)).toEqual({ isInside: false, off });
        expect(findWindowPosition(week, off.until, where).isInside).toBe(true);
        expect(findWindowPosition(week, earlier(off.from, milliseconds(1)), where).isInside).toBe(true);
      },
    ),
    runs(100),
  );
});

it('an instant is inside whenever the clock shows a time of a window', () => {
  fc.assert(
    fc.property(
      minute,
      zone,
      fc.integer({ min: 0, max: 1_439 }),
      fc.integer({ min: 1, max: 1_440 }),
      (at, where, from, until) => {
        fc.pre(from < until);
        const [hour = 0, past = 0] = localMinute(at, where).slice(11).split(':').map(Number);
        const shows = hour * 60 + past;
        const isShown = from <= shows && shows < until;
        if (isShown)
          expect(findWindowPosition([{ days: [1, 2, 3, 4, 5, 6, 7], from, until }], at, where).isInside).toBe(
            true,
          );
      },
    ),
    runs(300),
  );
});

it('more windows never exclude what was inside', () => {
  fc.assert(
    fc.property(windows, windows, minute, zone, (few, more, at, where) => {
      if (findWindowPosition(few, at, where).isInside)
        expect(findWindowPosition([...few, ...more], at, where).isInside).toBe(true);
    }),
    runs(100),
  );
});

it('moving windows and instant by the same whole days of the week changes only the dates', () => {
  fc.assert(
    fc.property(windows, minute, fc.integer({ min: 1, max: 6 }), (week, at, by) => {
      const moved = week.map((window) => ({
        ...window,
        days: window.days.map((day) => ((day - 1 + by) % 7) + 1),
      }));
      expect(findWindowPosition(moved, later(at, minutes(by * 1_440)), 'UTC').isInside).toBe(
        findWindowPosition(week, at, 'UTC').isInside,
      );
    }),
    runs(100),
  );
});

it('the order of instants and zones does not change an answer', () => {
  fc.assert(
    fc.property(windows, fc.array(fc.tuple(minute, zone), { maxLength: 6 }), (week, asked) => {
      for (const [at, where] of asked)
        expect(findWindowPosition(week, at, where)).toEqual(findWindowPosition([...week], at, where));
    }),
    runs(50),
  );
});

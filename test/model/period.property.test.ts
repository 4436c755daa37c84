import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PeriodUnit, periodAt } from '../../lib/model/period.ts';
import { type Instant, instant } from '../../lib/model/time.ts';
import { at } from '../support/at.ts';

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const unit = fc.constantFrom(...PeriodUnit.options);
const moment = fc
  .integer({ min: at('2024-01-01T00:00:00'), max: at('2032-01-01T00:00:00') })
  .map((milliseconds): Instant => instant(milliseconds));

describe('every period of every time zone', () => {
  it('holds the instant it was asked for', () => {
    fc.assert(
      fc.property(unit, moment, zone, (kind, now, name) => {
        const period = periodAt(kind, now, name);
        expect(period.from).toBeLessThanOrEqual(now);
        expect(period.until).toBeGreaterThan(now);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same for each instant in it, and ends where the next begins', () => {
    // Where clocks are put back by half an hour the hours cannot fit; days and months do everywhere.
    fc.assert(
      fc.property(
        fc.constantFrom('day', 'month'),
        moment,
        zone,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (kind, now, name, share) => {
          const period = periodAt(kind, now, name);
          const inside = instant(period.from + Math.floor((period.until - 1 - period.from) * share));
          expect(periodAt(kind, inside, name)).toEqual(period);
          expect(periodAt(kind, period.until, name).from).toBe(period.until);
        },
      ),
      { numRuns: 500 },
    );
  });
});

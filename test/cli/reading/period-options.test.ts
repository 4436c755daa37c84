import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalOf } from '../../../lib/cli/reading/period-options.ts';
import { SettingsError } from '../../../lib/config/settings/settings-error.ts';
import { findPeriod } from '../../../lib/model/time/period.ts';
import { isoInstant } from '../../../lib/model/time/time.ts';
import { at } from '../../support/at.ts';
import { runs } from '../../support/tier.ts';

const now = at('2026-11-21T12:00:00Z');
const monthBegan = (moment: typeof now) => findPeriod('month', moment, 'Europe/London').from;
const asked = (flags: Parameters<typeof intervalOf>[0], zone = 'Europe/London') => {
  const { from, until } = intervalOf(flags, zone, now, monthBegan);
  return [isoInstant(from), isoInstant(until)];
};
/** What was seen at this very moment belongs to it. */
const upToNow = '2026-11-21T12:00:00.001Z';

describe('the requested period', () => {
  it.each([
    [{}, '2026-11-01T00:00:00Z', upToNow],
    [{ month: '2026-10' }, '2026-09-30T23:00:00Z', '2026-11-01T00:00:00Z'],
    [{ month: '2026-11' }, '2026-11-01T00:00:00Z', upToNow],
    [{ last: '24h' }, '2026-11-20T12:00:00Z', upToNow],
    [{ from: '2026-10-25' }, '2026-10-24T23:00:00Z', upToNow],
    [{ from: '2026-10-25', until: '2026-10-26' }, '2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z'],
    [{ from: '2026-11-20T06:30:00+01:00' }, '2026-11-20T05:30:00Z', upToNow],
    [{ until: '2026-11-10' }, '2026-11-01T00:00:00Z', '2026-11-10T00:00:00Z'],
    [{ from: '2026-11-20', until: '2027-01-01' }, '2026-11-20T00:00:00Z', upToNow],
  ])('for %j is from %s to %s', (flags, from, until) => {
    expect(asked(flags)).toEqual([from, until]);
  });

  it('is in the time zone of the policy', () => {
    expect(asked({ month: '2026-10' }, 'Asia/Tokyo')).toEqual([
      '2026-09-30T15:00:00Z',
      '2026-10-31T15:00:00Z',
    ]);
  });

  it.each([
    [{ month: '2026-12' }, '--month selects an empty period'],
    [{ month: '2026-1' }, '--month must be a month'],
    [{ last: '0h' }, '--last must be'],
    [{ last: 'week' }, '--last must be'],
    [{ from: '2026-02-30' }, '--from must be'],
    [{ from: '2026-11-20', until: '2026-11-20' }, '--from selects an empty period'],
    [{ last: '7d', from: '2026-11-20' }, '--last cannot be combined with --from'],
    [{ month: '2026-11', until: '2026-11-20' }, '--month cannot be combined with --from'],
  ])('for %j is refused: %s', (flags, because) => {
    expect(() => asked(flags)).toThrow(because);
  });
});

it('any text of any option is a period that can be shown, or an error that names the option', () => {
  const digits = fc.integer({ min: 0, max: 1e15 }).map(String);
  const date = fc.tuple(digits, fc.nat(99), fc.nat(99)).map(([year, month, day]) => {
    const [mm, dd] = [month, day].map((part) => String(part).padStart(2, '0'));
    return [
      `${year}-${mm}-${dd}`,
      `${year.padStart(4, '0').slice(0, 4)}-${mm}-${dd}`,
      `+${year}-${mm}-${dd}T00:00:00Z`,
    ];
  });
  const odd = fc.oneof(
    fc.string(),
    date.chain((forms) => fc.constantFrom(...forms)),
    fc.tuple(digits, fc.constantFrom('s', 'm', 'h', 'd', 'w', 'y', '')).map((parts) => parts.join('')),
    fc.constantFrom('0000-01-01', '9999-12-31', '0000-01', '9999-12', '99999999999w', '1e400d'),
  );
  fc.assert(
    fc.property(fc.constantFrom('last', 'from', 'until', 'month'), odd, (option, text) => {
      try {
        expect(asked({ [option]: text }).join()).toMatch(/^-?\d{4,6}-.*Z,-?\d{4,6}-.*Z$/);
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
        expect(error.message).toMatch(/--(last|from|until|month)/);
      }
    }),
    runs(500),
  );
});

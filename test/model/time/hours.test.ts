import { describe, expect, it } from 'vitest';
import { findWindowPosition } from '../../../lib/model/time/period.ts';
import { isoInstant } from '../../../lib/model/time/time.ts';
import { at } from '../../support/at.ts';
import { aWindow } from '../../support/builders/resource-rule-builders.ts';

/** "in" or "off", and the current or last off-time. */
function shown(windows: readonly string[], text: string, zone = 'UTC'): string {
  const { isInside, off } = findWindowPosition(windows.map(aWindow), at(text), zone);
  const [from, until] = [off.from, off.until].map((end) => (end === null ? 'never' : isoInstant(end)));
  return `${isInside ? 'in' : 'off'} ${from} ${until}`;
}

// 21 November 2026 is a Saturday.
describe('the hours of a week', () => {
  const office = ['Mon-Fri 08:00-19:00'];

  it.each([
    ['2026-11-20T18:59:59.999', 'in 2026-11-19T19:00:00Z 2026-11-20T08:00:00Z'],
    ['2026-11-20T19:00:00', 'off 2026-11-20T19:00:00Z 2026-11-23T08:00:00Z'],
    ['2026-11-21T12:00:00', 'off 2026-11-20T19:00:00Z 2026-11-23T08:00:00Z'],
    ['2026-11-23T07:59:59.999', 'off 2026-11-20T19:00:00Z 2026-11-23T08:00:00Z'],
    ['2026-11-23T08:00:00', 'in 2026-11-20T19:00:00Z 2026-11-23T08:00:00Z'],
  ])('in the office at %s: %s', (text, expected) => {
    expect(shown(office, text)).toBe(expected);
  });

  it.each([
    // Over midnight: Friday's night is Saturday's morning.
    [['Fri 22:00-06:00'], '2026-11-20T21:59:59', 'off 2026-11-14T06:00:00Z 2026-11-20T22:00:00Z'],
    [['Fri 22:00-06:00'], '2026-11-21T05:59:59', 'in 2026-11-14T06:00:00Z 2026-11-20T22:00:00Z'],
    [['Fri 22:00-06:00'], '2026-11-21T06:00:00', 'off 2026-11-21T06:00:00Z 2026-11-27T22:00:00Z'],
    [['Fri 22:00-06:00'], '2026-11-21T22:00:00', 'off 2026-11-21T06:00:00Z 2026-11-27T22:00:00Z'],
    // From Sunday into Monday, round the end of the week.
    [['Sun 20:00-04:00'], '2026-11-23T03:00:00', 'in 2026-11-16T04:00:00Z 2026-11-22T20:00:00Z'],
    // 24:00 is the midnight at the end of the day, and windows that touch are one.
    [['Sat 10:00-24:00'], '2026-11-21T23:59:59', 'in 2026-11-15T00:00:00Z 2026-11-21T10:00:00Z'],
    [['Sat 10:00-24:00'], '2026-11-22T00:00:00', 'off 2026-11-22T00:00:00Z 2026-11-28T10:00:00Z'],
    [
      ['Sat 10:00-24:00', 'Sun 00:00-03:00'],
      '2026-11-22T01:00:00',
      'in 2026-11-15T03:00:00Z 2026-11-21T10:00:00Z',
    ],
    [
      ['Sat 10:00-14:00', 'Sat 12:00-16:00'],
      '2026-11-21T13:59:00',
      'in 2026-11-14T16:00:00Z 2026-11-21T10:00:00Z',
    ],
    // All but one hour of the week.
    [
      ['Mon 01:00-24:00', 'Tue-Sun 00:00-24:00'],
      '2026-11-22T23:00:00',
      'in 2026-11-16T00:00:00Z 2026-11-16T01:00:00Z',
    ],
    [
      ['Mon 01:00-24:00', 'Tue-Sun 00:00-24:00'],
      '2026-11-23T00:30:00',
      'off 2026-11-23T00:00:00Z 2026-11-23T01:00:00Z',
    ],
    [['daily 00:00-24:00'], '2026-11-21T12:00:00', 'in never 2026-11-12T00:00:00Z'],
    [[], '2026-11-21T12:00:00', 'off never never'],
  ])('%j at %s: %s', (windows, text, expected) => {
    expect(shown(windows, text)).toBe(expected);
  });

  it.each([
    // London: in winter the clock shows UTC, in summer an hour more.
    ['Europe/London', office, '2026-10-26T07:59:00', 'off 2026-10-23T18:00:00Z 2026-10-26T08:00:00Z'],
    ['Europe/London', office, '2026-10-23T07:30:00', 'in 2026-10-22T18:00:00Z 2026-10-23T07:00:00Z'],
    ['Asia/Kolkata', office, '2026-11-23T02:30:00', 'in 2026-11-20T13:30:00Z 2026-11-23T02:30:00Z'],
    // At 01:00 on 29 March it becomes 02:00: a window that begins or ends at half past one becomes longer.
    [
      'Europe/London',
      ['Sun 01:30-05:00'],
      '2026-03-29T00:29:59',
      'off 2026-03-22T05:00:00Z 2026-03-29T00:30:00Z',
    ],
    [
      'Europe/London',
      ['Sun 01:30-05:00'],
      '2026-03-29T01:00:00',
      'in 2026-03-22T05:00:00Z 2026-03-29T00:30:00Z',
    ],
    [
      'Europe/London',
      ['Sat 20:00-01:30'],
      '2026-03-29T01:29:59',
      'in 2026-03-22T01:30:00Z 2026-03-28T20:00:00Z',
    ],
    [
      'Europe/London',
      ['Sat 20:00-01:30'],
      '2026-03-29T01:30:00',
      'off 2026-03-29T01:30:00Z 2026-04-04T19:00:00Z',
    ],
    // At 02:00 on 25 October it becomes 01:00: half past one comes twice.
    [
      'Europe/London',
      ['Sun 01:30-05:00'],
      '2026-10-25T00:29:59',
      'off 2026-10-18T04:00:00Z 2026-10-25T00:30:00Z',
    ],
    [
      'Europe/London',
      ['Sun 01:30-05:00'],
      '2026-10-25T01:15:00',
      'in 2026-10-18T04:00:00Z 2026-10-25T00:30:00Z',
    ],
    [
      'Europe/London',
      ['Sat 20:00-01:30'],
      '2026-10-25T01:29:59',
      'in 2026-10-18T00:30:00Z 2026-10-24T19:00:00Z',
    ],
    [
      'Europe/London',
      ['Sat 20:00-01:30'],
      '2026-10-25T01:30:00',
      'off 2026-10-25T01:30:00Z 2026-10-31T20:00:00Z',
    ],
    // In Cairo midnight itself is skipped on 24 April.
    [
      'Africa/Cairo',
      ['Thu 12:00-24:00'],
      '2026-04-23T21:59:59',
      'in 2026-04-16T22:00:00Z 2026-04-23T10:00:00Z',
    ],
  ])('in %s, %j at %s: %s', (zone, windows, text, expected) => {
    expect(shown(windows, text, zone)).toBe(expected);
  });
});

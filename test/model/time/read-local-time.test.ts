import { expect, it } from 'vitest';
import { readLocalTime } from '../../../lib/model/time/period.ts';
import { isoInstant } from '../../../lib/model/time/time.ts';

it.each([
  ['2026-11-30 18:00', 'UTC', '2026-11-30T18:00:00Z'],
  ['2026-11-30T18:00', 'Europe/Berlin', '2026-11-30T17:00:00Z'],
  // A time that the clocks show twice is the first; one that they skip is read as an hour later.
  ['2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
  ['2026-03-29 02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
])('%s on the clocks of %s is %s', (text, zone, instant) => {
  const read = readLocalTime(text, zone);
  expect(read === undefined ? read : isoInstant(read)).toBe(instant);
});

it.each([
  '2026-11-30',
  '2026-02-30 12:00',
  '2026-11-30 24:01',
  '18:00',
  '2026-11-30 18:00 UTC',
  '',
  '99999-01-01 00:00',
])('%j is not a time on a clock', (text) => {
  expect(readLocalTime(text, 'UTC')).toBeUndefined();
});

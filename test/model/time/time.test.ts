import { describe, expect, it } from 'vitest';
import {
  computeSpan,
  days,
  earlier,
  earliest,
  hours,
  instant,
  isoInstant,
  later,
  latest,
  milliseconds,
  minutes,
  readHttpDate,
  readInstant,
  readSpan,
  seconds,
  spanInWords,
} from '../../../lib/model/time/time.ts';
import { at } from '../../support/at.ts';

describe('a span is read', () => {
  it.each([
    ['90s', seconds(90)],
    ['15m', minutes(15)],
    ['4h', hours(4)],
    ['7d', days(7)],
    ['2w', days(14)],
    ['1h30m', minutes(90)],
    ['1.5h', minutes(90)],
    ['0.5s', milliseconds(500)],
    ['0m', milliseconds(0)],
  ])('from %s', (text, span) => {
    expect(readSpan(text)).toBe(span);
  });

  it.each([
    '',
    '4',
    'h',
    '4 h',
    '4 hours',
    '-4h',
    '+4h',
    '4H',
    '4h ',
    '1h30',
    '1,5h',
    '.5h',
    '5.h',
    '4ms',
    '1e3s',
    '4h\n',
    '99999999999w',
    '36526d',
    `${'9'.repeat(400)}s`,
  ])('but not from %j', (text) => {
    expect(readSpan(text)).toBeUndefined();
  });
});

describe('an instant is read', () => {
  it.each([
    ['2026-11-21T05:16:00Z', '2026-11-21T05:16:00Z'],
    ['2026-11-21T05:16:00+05:30', '2026-11-20T23:46:00Z'],
    ['2026-11-21t05:16:00.5z', '2026-11-21T05:16:00.500Z'],
    ['2026-11-21 05:16:00Z', '2026-11-21T05:16:00Z'],
    ['2026-11-21T05:16:00.123456789Z', '2026-11-21T05:16:00.123Z'],
  ])('from %s', (text, iso) => {
    const read = readInstant(text);
    expect(read && isoInstant(read)).toBe(iso);
  });

  it.each([
    // All of these are dates to Date.parse, some of them in the year 2001, some in the machine's own time zone.
    'friday 5',
    'keep 3',
    '2027',
    '2027-01-31',
    '2027-01-31T18:00:00',
    '2027-01-31T18:00Z',
    '31 January 2027',
    'Sat, 21 Nov 2026 05:16:00 GMT',
    // And these are not dates at all.
    '',
    'never',
    '2027-13-01T00:00:00Z',
    '2027-01-31T25:00:00Z',
  ])('but not from %j', (text) => {
    expect(readInstant(text)).toBeUndefined();
  });

  it('from the date of an HTTP header, and from no other text', () => {
    expect(readHttpDate('Sat, 21 Nov 2026 05:16:00 GMT')).toBe(at('2026-11-21T05:16:00'));
    expect(readHttpDate('2026-11-21T05:16:00Z')).toBeUndefined();
    expect(readHttpDate('Sat Nov 21 05:16:00 2026')).toBeUndefined();
  });
});

describe('a span in words', () => {
  it.each([
    [milliseconds(-5_000), '0 min'],
    [milliseconds(0), '0 min'],
    [milliseconds(499), '0 min'],
    [seconds(1), '1 s'],
    [seconds(29), '29 s'],
    [seconds(30), '30 s'],
    [seconds(59), '59 s'],
    [milliseconds(59_999), '1 min'],
    [minutes(1), '1 min'],
    [minutes(59), '59 min'],
    [seconds(59 * 60 + 45), '1 h'],
    [minutes(61), '1 h 1 min'],
    [hours(5.8), '5 h 48 min'],
    [minutes(24 * 60 - 0.25), '1 d'],
    [hours(24), '1 d'],
    [minutes(24 * 60 + 5), '1 d'],
    [hours(74), '3 d 2 h'],
    [days(400), '400 d'],
  ])('%i ms is %s', (span, words) => {
    expect(spanInWords(span)).toBe(words);
  });
});

describe('arithmetic of time', () => {
  const noon = at('2026-11-21T12:00:00');

  it('adds and subtracts the same', () => {
    expect(earlier(later(noon, hours(3)), hours(3))).toBe(noon);
    expect(computeSpan(noon, later(noon, minutes(7)))).toBe(minutes(7));
    expect(computeSpan(later(noon, minutes(7)), noon)).toBe(-minutes(7));
  });

  it('finds the first and the last of several instants', () => {
    expect(latest(noon, later(noon, hours(1)), earlier(noon, hours(1)))).toBe(later(noon, hours(1)));
    expect(earliest(noon, later(noon, hours(1)), earlier(noon, hours(1)))).toBe(earlier(noon, hours(1)));
  });

  it('writes milliseconds only where they are not zero', () => {
    expect(isoInstant(noon)).toBe('2026-11-21T12:00:00Z');
    expect(isoInstant(later(noon, milliseconds(40)))).toBe('2026-11-21T12:00:00.040Z');
  });

  it('rejects instants with a fraction of a millisecond, and rounds spans', () => {
    expect(() => instant(1.5)).toThrow();
    expect(milliseconds(1.5)).toBe(2);
  });
});

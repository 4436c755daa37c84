import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRetryAfter, readRetryDelay } from '../../../../lib/clouds/http/retry/retry-after.ts';
import { instant } from '../../../../lib/model/time/time.ts';

const now = instant(Date.UTC(2026, 10, 21, 12, 0, 0));

describe('readRetryAfter', () => {
  it.each([
    ['0', 0],
    ['30', 30_000],
    [' 2 ', 2_000],
    ['1.5', 1_500],
    ['2026', 2_026_000],
    ['Sat, 21 Nov 2026 12:00:45 GMT', 45_000],
    ['Saturday, 21-Nov-26 12:00:45 GMT', 45_000],
    ['Sat, 21 Nov 2026 11:59:00 GMT', 0],
  ])('reads %j as %i ms', (header, expected) => {
    expect(readRetryAfter(header, undefined, now)).toBe(expected);
  });

  it.each(['', 'soon', '-5', '1e3', 'NaN', '2026-11-21T12:00:45Z', 'Sat Nov 21 12:00:45 2026', 'Sat, GMT'])(
    'ignores %j',
    (header) => {
      expect(readRetryAfter(header, undefined, now)).toBeUndefined();
    },
  );

  it('is never negative and never throws, whatever the header', () => {
    const header = fc.oneof(
      fc.string(),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      fc.integer().map(String),
    );
    fc.assert(
      fc.property(header, fc.option(header, { nil: undefined }), (text, date) => {
        const wait = readRetryAfter(text, date, now);
        return wait === undefined || wait >= 0;
      }),
    );
  });
});

describe('readRetryDelay', () => {
  it.each([
    ['30s', 30_000],
    ['0.5s', 500],
    ['0s', 0],
    ['1.000000001s', 1_000],
  ])('reads %j as %i ms', (text, expected) => {
    expect(readRetryDelay(text)).toBe(expected);
  });

  it.each(['', '30', '-1s', '5m', '1s2s', 's'])('ignores %j', (text) => {
    expect(readRetryDelay(text)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { graceForm, readByteRate, readFactor, readLimit, readPercent } from '../../../lib/forms/quantity.ts';

describe('a quantity in a policy', () => {
  it.each([
    ['80%', 80],
    ['12.5%', 12.5],
    ['80 %', 80],
    ['80', undefined],
    ['.5%', undefined],
    ['-5%', undefined],
    ['1e2%', undefined],
    ['80%%', undefined],
  ])('reads the percentage %j as %j', (text, expected) => {
    expect(readPercent(text)).toBe(expected);
  });

  it.each([
    ['500 B/s', 500],
    ['10 KiB/s', 10_240],
    ['10KiB/s', 10_240],
    ['10 kB/s', 10_000],
    ['1.5 MiB/s', 1_572_864],
    ['2 MB/s', 2_000_000],
    ['1 GiB/s', 1_073_741_824],
    ['1 GB/s', 1_000_000_000],
    ['10 kb/s', undefined],
    ['10 Kbit/s', undefined],
    ['10 KiB', undefined],
    ['10', undefined],
    ['10 constructor/s', undefined],
  ])('reads the rate %j as %j bytes a second', (text, expected) => {
    expect(readByteRate(text)).toBe(expected);
  });

  it.each([
    ['5000 USD a month', '5000'],
    ['5000 USD per month', '5000'],
    ['0.10 USD a month', '0.1'],
    ['999999999999.999999 USD a month', '999999999999.999999'],
    ['5000USD a month', undefined],
    ['5000 usd a month', undefined],
    ['5000 USD', undefined],
    ['200 USD a day', '200'],
    ['1000 USD per week', '1000'],
    ['3000 USD in 30 days', '3000'],
    ['3000 USD in 1 days', undefined],
    ['3000 USD in 100 days', undefined],
    ['5000 USD a year', undefined],
    ['5000 USD an day', undefined],
  ])('reads the budget %j as %j', (text, expected) => {
    expect(readLimit(text)?.limit.toFixed()).toBe(expected);
  });

  it.each([
    ['1.5x', 1.5],
    ['2x', 2],
    ['1.25x', 1.25],
    ['1.5', undefined],
    ['150%', undefined],
    ['x', undefined],
    ['-2x', undefined],
    ['1e1x', undefined],
  ])('reads the factor %j as %j', (text, expected) => {
    expect(readFactor(text)).toBe(expected);
  });

  it.each([
    ['after 1h', 3_600_000],
    ['after 1h30m', 5_400_000],
    ['1h', undefined],
    ['after', undefined],
    ['after 1 h', undefined],
  ])('reads the grace %j as %j milliseconds', (text, expected) => {
    expect(graceForm.read(text)).toBe(expected);
  });
});

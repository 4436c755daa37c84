import { describe, expect, it } from 'vitest';
import type { WireBillingRecord } from '../../../lib/clouds/runpod/contract.ts';
import { findMissingHours, readBilledHours } from '../../../lib/clouds/runpod/facts/billed-hours.ts';
import { hours, isoInstant, later } from '../../../lib/model/time/time.ts';
import { at } from '../../support/at.ts';

const start = at('2026-11-21T00:00:00');
const hourAt = (
  hour: number,
  totalAmount: string,
  parts: Partial<WireBillingRecord> = {},
): WireBillingRecord => ({
  startTime: isoInstant(later(start, hours(hour))),
  endTime: isoInstant(later(start, hours(hour + 1))),
  totalAmount,
  ...parts,
});
const ten = [0, 1, 2].map((hour) => hourAt(hour, '10'));
const totalling = (totalAmount: number, recordCount?: number) => ({
  totals: { totalAmount },
  ...(recordCount !== undefined && { recordCount }),
});

/** Returns the use and the credits of records, or why they do not add up. */
function sums(records: readonly WireBillingRecord[], about?: unknown) {
  const read = readBilledHours(records, about, true);
  if ('because' in read) return read.because;
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    use: sum(read.hours.map(({ use }) => use?.toNumber() ?? 0)),
    credits: sum(read.hours.map(({ credits }) => credits.toNumber())),
    holes: findMissingHours(read).length,
  };
}

describe('billing records', () => {
  it.each<[string, readonly WireBillingRecord[], unknown, ReturnType<typeof sums>]>([
    ['as one each', ten, totalling(30, 3), { use: 30, credits: 0, holes: 0 }],
    ['once where they are stated twice', [...ten, ...ten], undefined, { use: 30, credits: 0, holes: 0 }],
    ['once where the totals say so', [...ten, ...ten], totalling(30, 3), { use: 30, credits: 0, holes: 0 }],
    [
      'by the highest figure of an hour that is stated twice',
      [hourAt(0, '1'), ...ten],
      undefined,
      { use: 30, credits: 0, holes: 0 },
    ],
    [
      'each of an hour’s records where the totals show that it has several',
      [hourAt(0, '1'), ...ten],
      totalling(31, 4),
      { use: 31, credits: 0, holes: 0 },
    ],
    [
      'not at all where they miss the totals',
      ten,
      totalling(45),
      'the records sum up to 30.00 USD, and the reply says 45 USD',
    ],
    [
      'not at all where some are missing',
      ten,
      { recordCount: 5 },
      'there are 3 records, and the reply says 5',
    ],
    [
      'not at all where they are of a whole day',
      [hourAt(0, '10', { endTime: isoInstant(later(start, hours(24))) })],
      undefined,
      'the records do not cover the requested hours',
    ],
    [
      'with the hours in between as missing where no totals are given',
      [hourAt(0, '10'), hourAt(3, '10')],
      undefined,
      { use: 20, credits: 0, holes: 2 },
    ],
    [
      'as complete where the totals prove it',
      [hourAt(0, '10'), hourAt(3, '10')],
      totalling(20, 2),
      { use: 20, credits: 0, holes: 0 },
    ],
    [
      'beside a credit of the same hour',
      [...ten, hourAt(1, '-90')],
      totalling(-60, 4),
      { use: 30, credits: 90, holes: 0 },
    ],
    [
      'beside a credit that is stated twice',
      [...ten, hourAt(1, '-90'), hourAt(1, '-90')],
      undefined,
      { use: 30, credits: 90, holes: 0 },
    ],
    [
      'before a credit that is netted within an hour',
      [...ten, hourAt(3, '-80', { podGpuAmount: '10', endpointAmount: '-90' })],
      totalling(-50, 4),
      { use: 40, credits: 90, holes: 0 },
    ],
    [
      'before a credit that only the total shows',
      [hourAt(0, '3', { podGpuAmount: '10', podDiskAmount: '2' })],
      undefined,
      { use: 12, credits: 9, holes: 0 },
    ],
  ])('count %s', (_, records, about, expected) => {
    expect(sums(records, about)).toEqual(expected);
  });
});

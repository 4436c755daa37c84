import { expect, it } from 'vitest';
import { hourlyPrice } from '../../lib/model/money/money.ts';
import { sinceAdjusted } from '../../lib/rules/last-adjusted.ts';
import { at } from '../support/at.ts';

it.each([
  { cloud: 'compute', spent: '35.9' },
  { cloud: 'runpod', spent: '2.4' },
] as const)(
  'the credit that $cloud reports leaves out exactly what was spent since it was adjusted',
  ({ cloud, spent }) => {
    const account = { cloud, at: at('2026-11-02T10:59:00'), burnRate: hourlyPrice('36.5085') };
    // RunPod adjusts credit every five minutes, and the compute cloud on the hour.
    expect(sinceAdjusted(account).toDecimalPlaces(1).toFixed()).toBe(spent);
  },
);

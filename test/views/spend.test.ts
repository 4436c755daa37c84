import { expect, it } from 'vitest';
import { charge, chargeToMoney, hourlyPrice } from '../../lib/model/money/money.ts';
import { hours } from '../../lib/model/time/time.ts';
import { groupSpendSeries } from '../../lib/views/spend.ts';

const spent = (amount: string) => charge(hourlyPrice(amount), hours(1));

it('parts are ordered over time, the largest first, and an unknown period is not zero', () => {
  const parts = [
    { values: ['a', 'mon'], charge: spent('1') },
    { values: ['b', 'mon'], charge: spent('2.5') },
    { values: ['b', 'wed'], charge: spent('0.25') },
    { values: ['b', 'wed'], charge: spent('0.25') },
  ];
  const series = groupSpendSeries(parts, 1, ['mon', 'tue', 'wed']);
  expect(
    series.map(({ values, charge: total, over }) => ({
      values,
      total: chargeToMoney(total).toFixed(),
      over: over.map((part) => part && chargeToMoney(part.charge).toFixed()),
    })),
  ).toEqual([
    { values: ['b'], total: '3', over: ['2.5', null, '0.5'] },
    { values: ['a'], total: '1', over: ['1', null, '0'] },
  ]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMoney,
  charge,
  chargeToMoney,
  hourlyPrice,
  noCharge,
  noMoney,
  roundMoney,
  sumCharges,
} from '../../../lib/model/money/money.ts';
import { hours, milliseconds } from '../../../lib/model/time/time.ts';
import { computeChargeCosts, costPlaces } from '../../../lib/views/export/cost.ts';

const anHour = (price: string) => charge(hourlyPrice(price), hours(1));
const moment = (price: string) => charge(hourlyPrice(price), milliseconds(1));
const inText = (charges: Parameters<typeof computeChargeCosts>[0]) =>
  computeChargeCosts(charges).map((cost) => cost.toFixed());

describe('exported costs', () => {
  it.each([
    ['an amount that can be written in full is written so', [anHour('0.5'), anHour('1.25')], ['0.5', '1.25']],
    ['a third by itself is rounded down', [moment('0.001')], ['0.000000000278']],
    [
      'the amount that lost most receives the remainder, and one written in full stays',
      [moment('0.0012'), anHour('2'), moment('0.001')],
      ['0.000000000333', '2', '0.000000000278'],
    ],
    ['zero is zero', [noCharge], ['0']],
    ['there may be no amounts', [], []],
  ])('%s', (_, charges, costs) => {
    expect(inText(charges)).toEqual(costs);
  });

  it('add up to the sum of their charges to the last digit, and none is off by a digit or more', () => {
    const price = fc.bigInt({ min: 0n, max: 10n ** 15n }).map((digits) => hourlyPrice(`${digits}e-9`));
    const one = fc
      .tuple(price, fc.integer({ min: 0, max: 3_600_000 }))
      .map(([at, ms]) => charge(at, milliseconds(ms)));
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), (charges) => {
        const costs = computeChargeCosts(charges);
        const whole = roundMoney(chargeToMoney(sumCharges(charges)), costPlaces, 'nearest');
        expect(costs.reduce(addMoney, noMoney).toFixed()).toBe(whole.toFixed());
        for (const [index, cost] of costs.entries()) {
          const exact = chargeToMoney(charges[index] ?? noCharge);
          expect(cost.minus(exact).abs().lt('0.000000000001')).toBe(true);
        }
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  addCharges,
  atLeast,
  averagePrice,
  charge,
  chargeToMoney,
  computeMedianSpread,
  computePercentage,
  computeShare,
  DecimalError,
  estimated,
  hourlyPrice,
  inDollars,
  inTimes,
  isDecimalText,
  money,
  moneyInWords,
  noCharge,
  percentReached,
  priceInWords,
  StoredCharge,
  StoredMoney,
  subtractMoney,
  sumPrices,
} from '../../../lib/model/money/money.ts';
import { hours, milliseconds } from '../../../lib/model/time/time.ts';

describe('a decimal', () => {
  it.each([
    ['0', '0'],
    ['12.50', '12.5'],
    ['+7', '7'],
    ['-0.25', '-0.25'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1.5e3', '1500'],
    ['2E-3', '0.002'],
    ['1e+2', '100'],
    ['007.10', '7.1'],
    ['1e-0008', '0.00000001'],
  ])('%s is read as %s', (text, plain) => {
    expect(isDecimalText(text)).toBe(true);
    expect(money(text).toFixed()).toBe(plain);
  });

  it.each([
    '',
    ' ',
    '.',
    '+',
    '-',
    'e5',
    '.e5',
    '1e',
    '1e+',
    '1,000',
    '1_000',
    '1 000',
    ' 1',
    '1 ',
    '1\n',
    '0x10',
    '0b1',
    'NaN',
    'Infinity',
    '-Infinity',
    '--1',
    '1.2.3',
    '١',
    '$5',
  ])('%j is outside the grammar', (text) => {
    expect(isDecimalText(text)).toBe(false);
    expect(() => money(text)).toThrow(DecimalError);
    expect(() => hourlyPrice(text)).toThrow(DecimalError);
  });

  it.each(['1e400', '1e-400', '9e999999999', '1e99999999999999999999', '-1e1000'])(
    '%s is outside the range of money, and is refused before it can fill memory',
    (text) => {
      expect(isDecimalText(text)).toBe(false);
      expect(() => money(text)).toThrow(DecimalError);
    },
  );

  it('an error shows what was written and how to write it', () => {
    expect(() => money('1,000')).toThrow('not a decimal number: "1,000" (write it like 12.50 or 1.5e3)');
  });
});

describe('charges', () => {
  it('are exact where doubles are not', () => {
    const tenth = charge(hourlyPrice('0.1'), hours(1));
    const total = addCharges(addCharges(tenth, tenth), tenth);
    expect(chargeToMoney(total).toFixed()).toBe('0.3');
  });

  it('stay exact for a month of 100 VMs that are seen every five minutes (invariant 9)', () => {
    // Prices of the form d.dddddddddddd: 12 decimals, more than any platform quotes.
    const prices = Array.from({ length: 100 }, (_, vm) => `${vm % 40}.${String(123456789012 + vm * 7919)}`);
    const step = 299_993;
    const polls = 8_928;
    let total = noCharge;
    const each = sumPrices(prices.map(hourlyPrice));
    for (let poll = 0; poll < polls; poll += 1) total = addCharges(total, charge(each, milliseconds(step)));
    const scale = 10n ** 12n;
    const sum = prices.reduce((whole, price) => whole + BigInt(price.replace('.', '')), 0n);
    const exact = sum * BigInt(step) * BigInt(polls);
    const fraction = String(exact % scale)
      .padStart(12, '0')
      .replace(/0+$/, '');
    expect(StoredCharge.encode(total)).toBe(`${exact / scale}${fraction && `.${fraction}`}`);
  });

  it('equal the price after exactly an hour, and are zero in no time', () => {
    expect(chargeToMoney(charge(hourlyPrice('4.20'), hours(1))).toFixed()).toBe('4.2');
    expect(chargeToMoney(charge(hourlyPrice('4.20'), milliseconds(0))).toFixed()).toBe('0');
  });
});

describe('estimates', () => {
  it.each([
    [['3'], '3', '0'],
    [['1', '2', '3', '4', '100'], '3', '1.4826'],
    [['4', '1', '3', '2'], '2.5', '1.4826'],
  ])('of %j have the median %s and the deviation %s', (amounts, median, deviation) => {
    const spread = computeMedianSpread(amounts.map(money));
    expect([spread?.median.toFixed(), spread?.deviation.toFixed()]).toEqual([median, deviation]);
  });

  it('of no amounts have no median', () => {
    expect(computeMedianSpread([])).toBeNull();
  });

  it('are money to a millionth, and a charge’s average is the price that leads to it', () => {
    expect(estimated(1 / 3).toFixed()).toBe('0.333333');
    expect(inDollars(estimated(1e21))).toBe(1e21);
    const total = charge(hourlyPrice('4.20'), hours(7));
    expect(averagePrice(total, hours(7)).toFixed()).toBe('4.2');
    expect(inTimes(hourlyPrice('5.99'), hourlyPrice('2'))).toBe('2.9');
    expect(inTimes(hourlyPrice('1'), hourlyPrice('0'))).toBeNull();
  });
});

describe('the stored form', () => {
  it.each(['0.00000001', '1e-8', '1e-30', '12345678901234567890123.5', '1e21'])(
    'of %s is plain text without an exponent, and is read back the same',
    (text) => {
      const stored = z.encode(StoredMoney, money(text));
      expect(stored).toMatch(/^-?\d+(\.\d+)?$/);
      expect(z.decode(StoredMoney, stored).eq(money(text))).toBe(true);
    },
  );

  it('of anything but a decimal is refused', () => {
    expect(z.safeDecode(StoredMoney, 'twelve').success).toBe(false);
    expect(z.safeDecode(StoredMoney, '1,5').success).toBe(false);
  });
});

describe('shares and limits', () => {
  it('are compared exactly, without the error of doubles', () => {
    // 0.07 * 100 is 7.000000000000001 in doubles.
    expect(atLeast(money('7'), computePercentage(money('100'), 7))).toBe(true);
    expect(atLeast(money('0.3'), computePercentage(money('1'), 30))).toBe(true);
    expect(atLeast(money('6.9999999999999999999'), computePercentage(money('100'), 7))).toBe(false);
  });

  it('of a limit of zero are zero', () => {
    expect(computeShare(money('5'), money('0'))).toBe(0);
    expect(percentReached(money('5'), money('0'))).toBe(0);
  });

  it('are never shown as a percentage that was not reached, nor below one that was', () => {
    for (let tenths = 0; tenths <= 2_000; tenths += 1) {
      const reached = computePercentage(money('5000'), tenths / 10);
      expect(percentReached(reached, money('5000'))).toBe(tenths / 10);
      expect(percentReached(subtractMoney(reached, money('1e-20')), money('5000'))).toBeLessThan(tenths / 10);
    }
  });
});

describe('for people', () => {
  it.each([
    ['0', '0.00 USD'],
    ['0.004', '0.00 USD'],
    ['-0.001', '0.00 USD'],
    ['0.005', '0.01 USD'],
    ['999.995', '1,000.00 USD'],
    ['1234.5', '1,234.50 USD'],
    ['-1234567.891', '-1,234,567.89 USD'],
    ['-123456', '-123,456.00 USD'],
    ['123456789012345678901', '123,456,789,012,345,678,901.00 USD'],
  ])('the amount %s is %s', (text, words) => {
    expect(moneyInWords(money(text))).toBe(words);
  });

  it.each([
    ['0', '0.00 USD/h'],
    ['4.2', '4.20 USD/h'],
    ['1234.567', '1,234.57 USD/h'],
    ['0.1', '0.10 USD/h'],
    ['0.05', '0.05 USD/h'],
    ['0.0042', '0.0042 USD/h'],
    ['0.034', '0.034 USD/h'],
    ['0.04109589', '0.0411 USD/h'],
    ['0.00012', '0.00012 USD/h'],
    ['0.000000049', '0.000000049 USD/h'],
  ])('the price %s is %s', (text, words) => {
    expect(priceInWords(hourlyPrice(text))).toBe(words);
  });
});

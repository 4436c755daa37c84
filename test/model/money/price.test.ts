import { expect, it } from 'vitest';
import * as z from 'zod';
import { Activity, priceNow } from '../../../lib/model/facts/resource.ts';
import { hourlyPrice } from '../../../lib/model/money/money.ts';
import { type Price, quoted, StoredResourcePrice } from '../../../lib/model/money/price.ts';

const price = (running: string, atRest: string, basis: Price['basis']): Price => ({
  running: hourlyPrice(running),
  atRest: hourlyPrice(atRest),
  basis,
});

it.each<[string, Price]>([
  ['4.2', quoted(hourlyPrice('4.20'))],
  ['4.2/0.3/quoted', price('4.2', '0.3', 'quoted')],
  ['4.2/4.2/listed', price('4.2', '4.2', 'listed')],
  ['4.2/0/corrected', price('4.2', '0', 'corrected')],
])('a price is stored as %s, as one figure where it is quoted and the same at rest', (text, known) => {
  expect(z.encode(StoredResourcePrice, known)).toBe(text);
  expect(StoredResourcePrice.parse(text)).toEqual(known);
});

it.each(['', 'much', '4.2/', '4.2/0.3', '4.2/0.3/guessed', '4.2/x/listed', '4.2/0.3/listed/9'])(
  'a stored price of "%s" is refused, never misread',
  (text) => {
    expect(StoredResourcePrice.safeParse(text).success).toBe(false);
  },
);

it.each(Activity.options)(
  'a resource that is %s is charged its price at rest only if it is stopped',
  (activity) => {
    const now = priceNow({ price: price('4.2', '0.3', 'listed'), activity });
    expect(now?.toFixed()).toBe(activity === 'stopped' ? '0.3' : '4.2');
  },
);

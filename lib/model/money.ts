import { Decimal } from 'decimal.js';
import * as z from 'zod';
import type { Span } from './time.ts';

/**
 * The one place that makes decimals. The default precision of 20 digits loses the last
 * digits of a month of 100 VMs, and the constructor of an operation's left operand decides
 * the precision of its result, so every figure comes from this private constructor.
 */
const Exact = Decimal.clone({ precision: 40, toExpNeg: -30, toExpPos: 40 });

declare const unit: unique symbol;
/** US dollars. */
export type Money = Decimal & { readonly [unit]: 'USD' };
/** US dollars an hour. */
export type HourlyPrice = Decimal & { readonly [unit]: 'USD/h' };
/**
 * What a price comes to over a time, before the one division that would round it:
 * dollars an hour times milliseconds. Sums of charges are exact; `chargeToMoney` divides.
 */
export type Charge = Decimal & { readonly [unit]: 'USD/h*ms' };

/**
 * Decimal grammar of the cloud's specification: sign, digits with an optional point, exponent. No
 * money has an exponent of three digits, and one of nine would fill the memory when written out.
 */
const grammar = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?0*\d{1,2})?$/;

export class DecimalError extends Error {
  override readonly name = 'DecimalError';
  constructor(text: string) {
    super(`not a decimal number: ${JSON.stringify(text)} (write it like 12.50 or 1.5e3)`);
  }
}

function readDecimal(text: string): Decimal {
  if (!grammar.test(text)) throw new DecimalError(text);
  return new Exact(text);
}

/** @throws DecimalError when the text is outside the grammar. */
export const money = (text: string): Money => readDecimal(text) as Money;
/** @throws DecimalError when the text is outside the grammar. */
export const hourlyPrice = (text: string): HourlyPrice => readDecimal(text) as HourlyPrice;

export const isDecimalText = (text: string): boolean => grammar.test(text);

export const noMoney = money('0');
export const free = hourlyPrice('0');
export const noCharge = readDecimal('0') as Charge;

/** Exact: a price held for a time. */
export const charge = (price: HourlyPrice, span: Span): Charge => price.times(span) as Charge;
export const addCharges = (left: Charge, right: Charge): Charge => left.plus(right) as Charge;

const millisecondsAnHour = 3_600_000;
export const chargeToMoney = (total: Charge): Money => total.div(millisecondsAnHour) as Money;

export const addMoney = (left: Money, right: Money): Money => left.plus(right) as Money;
export const subtractMoney = (left: Money, right: Money): Money => left.minus(right) as Money;
export const addPrices = (left: HourlyPrice, right: HourlyPrice): HourlyPrice =>
  left.plus(right) as HourlyPrice;
export const sumPrices = (prices: Iterable<HourlyPrice>): HourlyPrice => {
  let total = free;
  for (const price of prices) total = addPrices(total, price);
  return total;
};

/** The part that `part` is of `whole`, as a plain number for display and ranking; 0 of nothing. */
export const shareOf = (part: Money, whole: Money): number =>
  whole.isZero() ? 0 : part.div(whole).toNumber();
/** The percentage that `part` has reached of `whole`, to one decimal and never rounded up; 0 of nothing. */
export const percentReached = (part: Money, whole: Money): number =>
  whole.isZero() ? 0 : part.times(1_000).div(whole).floor().div(10).toNumber();
/** `percent` hundredths of an amount, exact. */
export const percentOf = (whole: Money, percent: number): Money => whole.times(percent).div(100) as Money;
export const atLeast = (amount: Money, limit: Money): boolean => amount.gte(limit);
export const comparePrices = (left: HourlyPrice, right: HourlyPrice): number => left.cmp(right);

/** "1,234.50 USD": rounded to cents, for people only. */
export const moneyInWords = (amount: Money): string => `${grouped(amount, 2)} USD`;
/** "4.20 USD/h": two decimals, and of a price under ten cents as many as its first three digits need. */
export function priceInWords(price: HourlyPrice): string {
  const isSmall = price.abs().lt('0.1');
  const places = isSmall ? Math.max(2, price.toSignificantDigits(3).decimalPlaces()) : 2;
  return `${grouped(price, places)} USD/h`;
}

function grouped(amount: Decimal, places: number): string {
  const rounded = amount.toDecimalPlaces(places);
  const [whole = '0', fraction] = (rounded.isZero() ? rounded.abs() : rounded).toFixed(places).split('.');
  const groups = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

const stored = <T extends Decimal>() =>
  z.codec(
    z.string().regex(grammar, 'must be a decimal number'),
    z.custom<T>((value) => value instanceof Decimal),
    { decode: (text) => readDecimal(text) as T, encode: (value) => value.toFixed() },
  );

/** How each figure is stored: plain decimal text, never in exponent form. */
export const StoredMoney = stored<Money>();
export const StoredPrice = stored<HourlyPrice>();
export const StoredCharge = stored<Charge>();

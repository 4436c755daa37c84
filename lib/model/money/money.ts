import { Decimal } from 'decimal.js';
import * as z from 'zod';
import { days, milliseconds, type Span } from '../time/time.ts';

/**
 * The only constructor of decimals. The default precision of 20 digits loses the last digits of a month of 100 VMs,
 * and the constructor of an operation's left operand decides the precision of its result.
 */
const Exact = Decimal.clone({ precision: 40, toExpNeg: -30, toExpPos: 40 });

declare const unit: unique symbol;
/** US dollars. */
export type Money = Decimal & { readonly [unit]: 'USD' };
/** US dollars an hour. */
export type HourlyPrice = Decimal & { readonly [unit]: 'USD/h' };
/**
 * A price multiplied by a time, before the division that would round it: dollars an hour times milliseconds. Sums of
 * charges are exact; `chargeToMoney` divides.
 */
export type Charge = Decimal & { readonly [unit]: 'USD/h*ms' };

/**
 * The decimal grammar of the cloud's specification: sign, digits with an optional point, exponent. Exponents have at
 * most two digits: no amount of money has more, and one with nine would fill the memory when written out.
 */
const grammar = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?0*\d{1,2})?$/;

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

/** Returns the exact charge of a price over a time. */
export const charge = (price: HourlyPrice, span: Span): Charge => price.times(span) as Charge;
export const addCharges = (left: Charge, right: Charge): Charge => left.plus(right) as Charge;
export const sumCharges = (charges: readonly Charge[]): Charge => charges.reduce(addCharges, noCharge);
export const subtractCharges = (left: Charge, right: Charge): Charge => left.minus(right) as Charge;

/** Multiplies a charge; for bounds, not for what is owed. */
export const scaleCharge = (total: Charge, factor: number): Charge => total.times(factor) as Charge;
/** Returns the share of a charge for a part of its time, rounded down to a millionth of a dollar or finer. */
export const partOfCharge = (total: Charge, part: Span, span: Span): Charge =>
  total.times(part).div(span).floor() as Charge;
export const largerCharge = (left: Charge, right: Charge): Charge => (left.gte(right) ? left : right);
export const smallerCharge = (left: Charge, right: Charge): Charge => (left.lte(right) ? left : right);

const millisecondsAnHour = 3_600_000;
export const moneyToCharge = (amount: Money): Charge => amount.times(millisecondsAnHour) as Charge;
/** A cent, under which amounts are not worth a sentence. */
export const aCent = moneyToCharge(money('0.01'));
export const chargeToMoney = (total: Charge): Money => total.div(millisecondsAnHour) as Money;

/** Reads a whole number of cents. */
export const centsToMoney = (cents: number): Money => money(String(cents)).div(100) as Money;

export const addMoney = (left: Money, right: Money): Money => left.plus(right) as Money;
export const sumMoney = (amounts: readonly Money[]): Money => amounts.reduce(addMoney, noMoney);
export const subtractMoney = (left: Money, right: Money): Money => left.minus(right) as Money;
/** Returns the absolute difference of two amounts. */
export const computeDifference = (left: Money, right: Money): Money => left.minus(right).abs() as Money;
export const addPrices = (left: HourlyPrice, right: HourlyPrice): HourlyPrice =>
  left.plus(right) as HourlyPrice;
export const sumPrices = (prices: readonly HourlyPrice[]): HourlyPrice => prices.reduce(addPrices, free);

/** Returns the price of a number of bytes at a price per GiB, rounded to a trillionth of a dollar. */
export const priceOfBytes = (gibPrice: HourlyPrice, bytes: number): HourlyPrice =>
  gibPrice.times(bytes).div(bytesInGib).toDecimalPlaces(12) as HourlyPrice;
export const priceOfGib = (gibPrice: HourlyPrice, gib: number): HourlyPrice =>
  gibPrice.times(gib) as HourlyPrice;
export const bytesInGib = 2 ** 30;

/** Subtracts a price from another; never below zero. */
export const lessPrice = (price: HourlyPrice, part: HourlyPrice): HourlyPrice =>
  part.gt(price) ? free : (price.minus(part) as HourlyPrice);

/** The upper bound of a computed time, which keeps dates within the calendar. */
const longestTime: Span = days(36_500);
/** Returns how long an amount lasts at a rate, never rounded up; `null` at a rate of zero. */
export function timeToSpend(amount: Money, rate: HourlyPrice): Span | null {
  if (rate.lte(0)) return null;
  if (amount.lte(0)) return milliseconds(0);
  const lasts = amount.times(millisecondsAnHour).div(rate).floor();
  return lasts.gte(longestTime) ? longestTime : milliseconds(lasts.toNumber());
}

/** Rounds an amount to a number of decimals; `down` never raises it. */
export const roundMoney = (amount: Money, places: number, to: 'nearest' | 'down'): Money =>
  amount.toDecimalPlaces(places, to === 'down' ? Exact.ROUND_FLOOR : Exact.ROUND_HALF_UP) as Money;

/** Multiplies an amount; for estimates, not for what is owed. */
export const scaleMoney = (amount: Money, factor: number): Money => amount.times(factor) as Money;

/** Returns an amount as a plain number; for estimates, not for what is owed. */
export const inDollars = (amount: Money): number => amount.toNumber();
/** Returns money from an estimate, to a millionth of a dollar. */
export const estimated = (dollars: number): Money => new Exact(dollars).toDecimalPlaces(6) as Money;
export const largerMoney = (left: Money, right: Money): Money => (left.gte(right) ? left : right);

/** Returns the average hourly price of a charge over a time. */
export const averagePrice = (total: Charge, span: Span): HourlyPrice => total.div(span) as HourlyPrice;
/** Rounds a price to three digits, for charts. */
export const roundPrice = (price: HourlyPrice): HourlyPrice => price.toSignificantDigits(3) as HourlyPrice;
/** Multiplies a price; for estimates, not for what is owed. */
export const scalePrice = (price: HourlyPrice, factor: number): HourlyPrice =>
  price.times(factor) as HourlyPrice;

export type Spread<T extends Money | HourlyPrice> = { readonly median: T; readonly deviation: T };

/** Returns the median, and the median absolute deviation scaled to a standard deviation; `null` without figures. */
export function computeMedianSpread<T extends Money | HourlyPrice>(figures: readonly T[]): Spread<T> | null {
  const median = computeMedian(figures);
  if (median === null) return null;
  const distances = figures.map((figure) => figure.minus(median).abs());
  // Half of normally distributed figures lie within 0.6745 standard deviations of the median.
  const deviation = (computeMedian(distances) ?? noMoney).times('1.4826');
  return { median: median as T, deviation: deviation as T };
}

function computeMedian(figures: readonly Decimal[]): Decimal | null {
  const sorted = figures.toSorted((left, right) => left.cmp(right));
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : lower.plus(upper).div(2);
}

/** Returns `part` as a fraction of `whole`, for display and ranking; 0 if `whole` is zero. */
export const computeShare = (part: Money, whole: Money): number =>
  whole.isZero() ? 0 : part.div(whole).toNumber();
/**
 * Returns the percentage of `whole` that `part` has reached, to one decimal and never rounded up; 0 if `whole` is
 * zero.
 */
export const percentReached = (part: Money, whole: Money): number =>
  whole.isZero() ? 0 : part.times(1_000).div(whole).floor().toNumber() / 10;
/** Returns a percentage of an amount, exactly. */
export const computePercentage = (whole: Money, percent: number): Money =>
  whole.times(percent).div(100) as Money;
/** Returns the ratio of two prices to one decimal, rounded down; `null` if the second is zero. */
export const inTimes = (price: HourlyPrice, basePrice: HourlyPrice): string | null =>
  basePrice.isZero() ? null : price.div(basePrice).toDecimalPlaces(1, Exact.ROUND_DOWN).toFixed();
export const highestPrice = (...prices: readonly [HourlyPrice, ...HourlyPrice[]]): HourlyPrice =>
  prices.reduce((highest, price) => (price.gt(highest) ? price : highest));
export const atLeast = (amount: Money, limit: Money): boolean => amount.gte(limit);
export const comparePrices = (left: HourlyPrice, right: HourlyPrice): number => left.cmp(right);

/** Returns "1,234.50 USD", rounded to cents; for display only. */
export const moneyInWords = (amount: Money): string => `${grouped(amount, 2)} USD`;
/** Returns "1,234.50 USD of 5,000.00 USD (24.6 %)". No limit appears reached early. */
export const reachedInWords = (amount: Money, limit: Money): string =>
  `${moneyTowards(amount, limit)} of ${moneyInWords(limit)} (${percentReached(amount, limit)} %)`;
/** Returns "1,234.50 of 5,000.00 USD". No limit appears reached early. */
export const partInWords = (amount: Money, whole: Money): string =>
  `${moneyTowards(amount, whole).replace(/ USD$/, '')} of ${moneyInWords(whole)}`;
/** Returns "1,234 of 5,000 USD", with cents only of limits under 100 USD. */
export const partInShort = (amount: Money, whole: Money): string =>
  whole.lt(100)
    ? partInWords(amount, whole)
    : `${wholeMoneyInWords(roundMoney(amount, 0, 'down')).replace(/ USD$/, '')} of ${wholeMoneyInWords(whole)}`;
/** Returns an amount next to a limit: rounded to cents, but down where rounding up would show a higher percentage. */
export function moneyTowards(amount: Money, limit: Money): string {
  const nearest = roundMoney(amount, 2, 'nearest');
  const isHigher = nearest.gt(amount) && percentReached(nearest, limit) > percentReached(amount, limit);
  return moneyInWords(isHigher ? roundMoney(amount, 2, 'down') : nearest);
}
/** Returns "1,234 USD", for forecasts, where cents would be false precision. */
export const wholeMoneyInWords = (amount: Money): string => moneyInWords(amount).replace(/\.\d+/, '');
/** Returns "4.20 USD/h": two decimals, or three significant digits for a price under ten cents. */
export function priceInWords(price: HourlyPrice): string {
  const isSmall = price.abs().lt('0.1');
  const places = isSmall ? Math.max(2, price.toSignificantDigits(3).decimalPlaces()) : 2;
  return `${grouped(price, places)} USD/h`;
}

/**
 * Subtracts parts from a price as displayed, so that the displayed figures add up: 5.40 less 0.45 is 4.95, even where
 * the exact result is 4.944. A result or rest under ten cents is exact.
 */
export function restOfShown(whole: HourlyPrice, ...parts: readonly HourlyPrice[]): HourlyPrice {
  const rest = (round: (price: Decimal) => Decimal) =>
    parts.reduce((remaining: Decimal, part) => remaining.minus(round(part)), round(whole)) as HourlyPrice;
  const exact = rest((price) => price);
  const shown = rest((price) => price.toDecimalPlaces(2));
  return exact.lt('0.1') || shown.lt('0.1') ? exact : shown;
}

function grouped(amount: Decimal, places: number): string {
  const rounded = amount.toDecimalPlaces(places);
  const [whole = '0', fraction] = (rounded.isZero() ? rounded.abs() : rounded).toFixed(places).split('.');
  const groups = whole.length > 3 ? whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',') : whole;
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

const stored = <T extends Decimal>() =>
  z.codec(
    z.string().regex(grammar, 'must be a decimal number'),
    z.custom<T>((value) => value instanceof Decimal),
    { decode: (text) => readDecimal(text) as T, encode: (value) => value.toFixed() },
  );

/** The stored form of each figure: plain decimal text, never in exponent form. */
export const StoredMoney = stored<Money>();
export const StoredPrice = stored<HourlyPrice>();
export const StoredCharge = stored<Charge>();

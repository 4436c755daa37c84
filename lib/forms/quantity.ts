import { computePercentage, type HourlyPrice, hourlyPrice, type Money, money } from '../model/money/money.ts';
import { readSpan, type Span, spanPattern } from '../model/time/time.ts';
import type { Form } from './form.ts';

export const share = String.raw`(\d{1,4}(?:\.\d{1,4})?) ?%`;
const percentPattern = new RegExp(`^${share}$`);

/** Reads "80%" or "12.5%". */
export function readPercent(text: string): number | undefined {
  const digits = percentPattern.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export const percentForm: Form<number> = { pattern: percentPattern, read: readPercent };

const amount = String.raw`(\d{1,12}(?:\.\d{1,6})?) USD`;

const moneyPattern = new RegExp(`^${amount}$`);

/** Reads "5000 USD". */
function readMoney(text: string): Money | undefined {
  const digits = moneyPattern.exec(text)?.[1];
  return digits === undefined ? undefined : money(digits);
}
export const moneyForm: Form<Money> = { pattern: moneyPattern, read: readMoney };

/** A limit and its period. */
export type WrittenLimit = {
  readonly limit: Money;
  readonly per:
    | { readonly kind: 'day' | 'week' | 'month' }
    | { readonly kind: 'rolling'; readonly days: number };
};

const limitPattern = new RegExp(`^${amount} (?:(?:a|per) (day|week|month)|in (\\d{1,2}) days)$`);

/** Reads "5000 USD a month", "200 USD a day", "1000 USD a week" or "3000 USD in 30 days"; "per" may replace "a". */
export function readLimit(text: string): WrittenLimit | undefined {
  const [, digits, unit, count] = limitPattern.exec(text) ?? [];
  if (digits === undefined) return undefined;
  if (unit === 'day' || unit === 'week' || unit === 'month')
    return { limit: money(digits), per: { kind: unit } };
  const days = Number(count);
  return days >= 2 ? { limit: money(digits), per: { kind: 'rolling', days } } : undefined;
}
export const limitForm: Form<WrittenLimit> = { pattern: limitPattern, read: readLimit };

export const hourlyPattern = new RegExp(`^${amount} (?:an|per) hour$`);

/** Reads "50 USD an hour". */
export function readHourly(text: string): HourlyPrice | undefined {
  const digits = hourlyPattern.exec(text)?.[1];
  return digits === undefined ? undefined : hourlyPrice(digits);
}
export const hourlyForm: Form<HourlyPrice> = { pattern: hourlyPattern, read: readHourly };

/** Reads a percentage such as "80%", or an amount of money, as a function of the whole. */
function readShare(text: string): ((whole: Money) => Money) | undefined {
  const percent = readPercent(text);
  if (percent !== undefined) return (whole) => computePercentage(whole, percent);
  const sum = readMoney(text);
  return sum === undefined ? undefined : () => sum;
}
export const shareForm: Form<(whole: Money) => Money> = {
  pattern: either(percentPattern, moneyPattern),
  read: readShare,
};

const factorPattern = /^(\d{1,3}(?:\.\d{1,2})?)x$/;

/** Reads "1.5x". */
export function readFactor(text: string): number | undefined {
  const digits = factorPattern.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
export const factorForm: Form<number> = { pattern: factorPattern, read: readFactor };

const bytesIn: ReadonlyMap<string, number> = new Map([
  ['B', 1],
  ['kB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['KiB', 1_024],
  ['MiB', 1_024 ** 2],
  ['GiB', 1_024 ** 3],
]);

const byteRatePattern = new RegExp(
  String.raw`^(\d{1,9}(?:\.\d{1,3})?) ?(${[...bytesIn.keys()].join('|')})/s$`,
);

/** Reads "10 KiB/s" into bytes per second. Rates in bits ("kb/s", "kbit/s") are rejected. */
export function readByteRate(text: string): number | undefined {
  const [, digits, unit] = byteRatePattern.exec(text) ?? [];
  const bytes = bytesIn.get(unit ?? '');
  return digits === undefined || bytes === undefined ? undefined : Number(digits) * bytes;
}
export const byteRateForm: Form<number> = { pattern: byteRatePattern, read: readByteRate };

/** Returns the form of a word and a duration, such as "after 1h". */
function createSpanForm(word: string): Form<Span> {
  const lead = new RegExp(`^${word} +`);
  const pattern = new RegExp(`${lead.source}${spanPattern.source.slice(1)}`);
  return {
    pattern,
    read: (text) => (pattern.test(text) ? readSpan(text.replace(lead, '')) : undefined),
  };
}
export const graceForm = createSpanForm('after');
export const withinForm = createSpanForm('within');

export function either(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}

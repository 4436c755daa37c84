import { type Money, money } from '../model/money.ts';
import { readSpan, type Span } from '../model/time.ts';

/** Reads "80%" or "12.5%". */
export function readPercent(text: string): number | undefined {
  const digits = /^(\d{1,4}(?:\.\d{1,4})?) ?%$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Reads "5000 USD a month"; "per" does as well as "a". */
export function readMonthlyLimit(text: string): Money | undefined {
  const digits = /^(\d{1,12}(?:\.\d{1,6})?) USD (?:a|per) month$/.exec(text)?.[1];
  return digits === undefined ? undefined : money(digits);
}

const bytesIn: ReadonlyMap<string, number> = new Map([
  ['B', 1],
  ['kB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['KiB', 1_024],
  ['MiB', 1_024 ** 2],
  ['GiB', 1_024 ** 3],
]);

/** Reads "10 KiB/s" into bytes a second. Bits are not bytes: "kb/s" and "kbit/s" are not read. */
export function readByteRate(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,9}(?:\.\d{1,3})?) ?([A-Za-z]+)\/s$/.exec(text) ?? [];
  const bytes = bytesIn.get(unit ?? '');
  return digits === undefined || bytes === undefined ? undefined : Number(digits) * bytes;
}

/** Reads "after 1h". */
export function readGrace(text: string): Span | undefined {
  const span = /^after +(\S+)$/.exec(text)?.[1];
  return span === undefined ? undefined : readSpan(span);
}

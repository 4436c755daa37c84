import * as z from 'zod';
import { bytesInGib, isDecimalText } from '../../../model/money/money.ts';
import { readInstant } from '../../../model/time/time.ts';
import { figureBounds } from '../../figure-bounds.ts';

/** A whole number, sent as a number or, as int64 is in JSON, as a string. */
export const whole = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
]);
/** A count; fractions and numbers beyond the safe integers are unreadable. */
export const count = whole.refine(Number.isSafeInteger, 'must be a whole number');
/** A quantity of a resource, which is never negative. */
const amount = (most: number) =>
  count
    .refine((figure) => figure >= 0, 'must not be negative')
    .refine((figure) => figure <= most, `must not be over ${most.toLocaleString('en-US')}`);
/** A number of CPUs or GPUs. */
export const units = amount(figureBounds.count);
/** A size in GiB. */
export const gib = amount(figureBounds.gib);
/** A size in bytes. */
export const bytes = amount(Math.min(figureBounds.gib * bytesInGib, Number.MAX_SAFE_INTEGER));
const notTime = 'must be an RFC 3339 time';
/** RFC 3339 text; read into an instant where it is used. */
export const dateTime = z.string().refine((text) => readInstant(text) !== undefined, notTime);
const decimalObject = z.object({ value: z.string() }).transform(({ value }) => value);
const notDecimal = 'must be a decimal number';
/** A decimal as text. The cloud sends `{value: "1.50"}`; older platforms send the bare text or a number. */
export const decimal = z
  .union([decimalObject, z.string(), z.number().transform(String)])
  .refine(isDecimalText, notDecimal);
/** The text of an enum that the cloud may extend; interpreted where it is used. */
export const open = z.string().max(100);
/** A name or text of the cloud, of limited length so that it fits into heads and notifications. */
export const text = z.string().max(1_000);

/** An optional field. An unreadable one is left out of its record (`read-record.ts`). */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish();

/** A decimal that was never set is `{}`, or its text is empty. It is unknown, and never zero. */
const emptyDecimal = z.custom<never>(isEmptyObject, notDecimal).transform(() => '');
function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, member]) => name === 'value' && member === null);
}
const money = (least: number, most: number, because: string) =>
  z
    .union([decimalObject, z.string(), z.number().transform(String), emptyDecimal])
    .refine((text) => text === '' || isDecimalText(text), notDecimal)
    .refine((text) => Number(text) >= least && Number(text) <= most, because)
    .transform((text) => (text === '' ? undefined : text))
    .nullish();

/** The hourly price of one resource: 0 to 100,000 USD. */
export const price = money(0, figureBounds.price, 'must be between 0 and 100,000 USD an hour');
/** The hourly rate of an account: 0 to 10,000,000 USD. */
export const rate = money(0, figureBounds.rate, 'must be between 0 and 10,000,000 USD an hour');
/** An amount that was spent or may be spent: 0 to 1,000,000,000 USD. */
export const sum = money(0, figureBounds.sum, 'must be between 0 and 1,000,000,000 USD');
/** An amount that was charged, or credited if it is negative: up to 1,000,000,000 USD either way. */
export const charged = money(
  -figureBounds.sum,
  figureBounds.sum,
  'must be between -1,000,000,000 and 1,000,000,000 USD',
);
/** Credit, negative if it is owed: up to 1,000,000,000 USD either way. */
export const balance = money(
  -figureBounds.sum,
  figureBounds.sum,
  'must be between -1,000,000,000 and 1,000,000,000 USD',
);

/**
 * Reports whether a text stands for no time: it is empty, or not after the start of 1970, as programs write the start of
 * their calendar.
 */
const isNoTime = (text: string): boolean => text === '' || (readInstant(text) ?? 1) <= 0;
/** A sum in whole cents, bounded as `balance` is. */
export const cents = count.refine(
  (figure) => Math.abs(figure) <= figureBounds.sum * 100,
  'must be between -1,000,000,000 and 1,000,000,000 USD in cents',
);
/** A time up to the year 9999. */
export const epochSeconds = count.refine(
  (figure) => figure >= 0 && figure <= 253_402_300_799,
  'must be epoch seconds',
);
/** An optional time as RFC 3339 text; `undefined` if it was never set. */
export const time = z
  .string()
  .refine((text) => isNoTime(text) || readInstant(text) !== undefined, notTime)
  .transform((text) => (isNoTime(text) ? undefined : text))
  .nullish();

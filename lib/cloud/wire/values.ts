import * as z from 'zod';
import { isDecimalText } from '../../model/money.ts';
import { readInstant } from '../../model/time.ts';

/** Whole numbers arrive as numbers or, as int64 does in JSON, as strings. */
export const whole = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
]);
/** How many there are of something; a part of one would fit no record of ours. */
export const count = whole.refine(Number.isSafeInteger, 'must be a whole number');
/** RFC 3339 text; read into an instant where it is used. */
export const dateTime = z
  .string()
  .refine((text) => readInstant(text) !== undefined, 'must be an RFC 3339 time');
/** `{value: "1.50"}`; older platforms send the bare text or a number. Read to its text. */
export const decimal = z
  .union([
    z.object({ value: z.string() }).transform(({ value }) => value),
    z.string(),
    z.number().transform(String),
  ])
  .refine(isDecimalText, 'must be a decimal number');
/** An enum the cloud may add to: kept as text, and judged where it is used. */
export const open = z.string();
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish();

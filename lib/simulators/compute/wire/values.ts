import * as z from 'zod';
import { count, dateTime, decimal, whole } from '../../../clouds/compute/wire/values.ts';
import { isDecimalText } from '../../../model/money/money.ts';

/** The specification's notes on a field beside its type. They do not change how a value is read. */
export type Notes = {
  readonly description?: string;
  readonly readOnly?: true;
  readonly deprecated?: true;
  readonly default?: string;
};

/** Reading is often more tolerant than the specification: `wire` is the specified form. */
const asSpecified = <T extends z.ZodType>(schema: T, wire: object): T => schema.meta({ wire });

export const text = z.string();
/** A name that is part of a path. */
export const name = z.string().min(1);
export const texts = z.array(text);
export const int32 = asSpecified(count, { type: 'integer', format: 'int32' });
export const int64 = asSpecified(whole, { type: ['integer', 'string'], format: 'int64' });
export const float = z.number();
export const time = asSpecified(dateTime, { type: 'string', format: 'date-time' });

const decimalForm = { $ref: '#/components/schemas/Decimal' };
/** A decimal, read as its text. */
export const Decimal = asSpecified(decimal, decimalForm);
const decimalText = z.string().refine(isDecimalText, 'must be a decimal number');
/** A decimal, accepted as text or as an object, and sent as an object. */
export const SentDecimal = asSpecified(
  z.union([z.object({ value: decimalText }), decimalText.transform((value) => ({ value }))]),
  decimalForm,
);

/** A number, which is text in a query. */
export const figure = asSpecified(
  z.union([
    z.number(),
    z
      .string()
      .regex(/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,2})?$/)
      .transform(Number),
  ]),
  { type: 'number' },
);
export const flag = asSpecified(
  z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]),
  { type: 'boolean' },
);
/** A query parameter that is repeated for each of its values. */
export const several = asSpecified(z.union([texts, text.transform((one) => [one])]), {
  type: 'array',
  items: { type: 'string' },
});

/** An optional field of a reply. */
export const maybe = <T extends z.ZodType>(schema: T, notes: Notes = {}) =>
  schema.nullish().meta({ ...notes });
/** A field that is returned, and ignored on input. */
export const readOnly = <T extends z.ZodType>(schema: T, notes: Notes = {}) =>
  maybe(schema, { ...notes, readOnly: true });
/** An optional field of a body. */
export const given = <T extends z.ZodType>(schema: T, notes: Notes = {}) =>
  schema.optional().meta({ ...notes });

/** An enum that the cloud may extend: unknown values are kept as they are. */
export const openEnum = (
  id: string,
  words: readonly [string, ...string[]],
  notes: Pick<Notes, 'description' | 'default'> = {},
) => z.union([z.enum(words), z.string()]).meta({ id, ...notes });

/** A record of the specification, by its name there. */
export const record = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => z.object(shape).meta({ id });

/** A record without specified fields, kept as received. */
export const openRecord = (id: string, description: string) =>
  z.record(z.string(), z.unknown()).meta({ id, description });

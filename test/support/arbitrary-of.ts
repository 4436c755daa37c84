import fc from 'fast-check';
import * as z from 'zod';

/** Values to draw where a schema allows more than is likely. */
export type Likely = ReadonlyMap<z.ZodType, fc.Arbitrary<unknown>>;

/** Draws any value that a schema of the model allows; new fields of the model are included automatically. */
export const arbitraryOf = <S extends z.ZodType>(schema: S, likely: Likely): fc.Arbitrary<z.output<S>> =>
  storedForm(schema, likely).map((stored) => schema.parse(stored));

/** Draws text with emoji, quotes and control characters, but without lone surrogates, which no text may hold. */
export const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));

const anyWhole = fc.oneof(fc.nat(100), fc.integer(), fc.maxSafeInteger());
/** Draws a figure, never -0, which is stored as 0. */
export const anyFigure = fc
  .oneof(
    fc.integer({ min: -1_000, max: 1_000 }).map((tenths) => tenths / 10),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  .map((figure) => figure + 0);

function storedForm(schema: z.core.$ZodType, likely: Likely): fc.Arbitrary<unknown> {
  const of = (inner: z.core.$ZodType) => storedForm(inner, likely);
  for (const [known, values] of likely) if (known === schema) return values;
  if (schema instanceof z.ZodObject) {
    return fc.record(
      Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, of(field)])),
    );
  }
  if (schema instanceof z.ZodRecord) {
    const entries = fc.array(fc.tuple(of(schema.keyType), of(schema.valueType)), { maxLength: 4 });
    return entries.map((drawn) => Object.fromEntries(drawn.filter(([name]) => name !== '__proto__')));
  }
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(of));
  if (schema instanceof z.ZodNullable) return fc.option(of(schema.unwrap()), { nil: null });
  if (schema instanceof z.ZodDefault) return of(schema.unwrap());
  if (schema instanceof z.ZodOptional) return fc.option(of(schema.unwrap()), { nil: undefined });
  if (schema instanceof z.ZodArray) {
    const lists = fc.array(of(schema.element), { maxLength: 5 });
    return lists.filter((list) => list.length > 0 || schema.safeParse([]).success);
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return schema.isInt ? anyWhole : anyFigure;
  if (schema instanceof z.ZodString) return anyText.filter((text) => schema.safeParse(text).success);
  throw new TypeError(`no values are known for a ${schema._zod.def.type}`);
}

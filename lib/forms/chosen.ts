import * as z from 'zod';

/** The alternatives of each schema made by `chosen`. */
const choices = new WeakMap<z.core.$ZodType, readonly z.core.$ZodType[]>();

export function findSchemaChoices(schema: z.core.$ZodType): readonly z.core.$ZodType[] | undefined {
  const { parent } = schema._zod;
  // A refined or described schema is a copy, with the original as its parent.
  return choices.get(schema) ?? (parent && findSchemaChoices(parent));
}

/** The message of an issue that only stops the parsing, because the mistake itself is reported too. */
export const unread = 'could not be read';

/**
 * Returns a schema that parses a value with one of several schemas, chosen by the value, so that only its mistakes
 * are reported. `otherwise` returns a substitute for an unreadable value, for checks across items.
 */
export function chosen<T>(
  among: readonly z.core.$ZodType[],
  choose: (raw: unknown) => z.ZodType<T>,
  otherwise: (raw: unknown) => T = () => z.NEVER,
) {
  const schema = z.unknown().transform((raw, context): T => {
    const result = choose(raw).safeParse(raw);
    if (result.success) return result.data;
    const { issues } = result.error;
    for (const issue of issues) context.addIssue({ ...issue });
    // Unknown keys alone would not stop the enclosing schema, which has no value to continue with.
    if (issues.every(({ code }) => code === 'unrecognized_keys'))
      context.addIssue({ code: 'custom', message: unread });
    return otherwise(raw);
  });
  choices.set(schema, among);
  return schema;
}

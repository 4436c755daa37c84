import * as z from 'zod';

/** The alternatives of each schema made by `chosen`. */
const choices = new WeakMap<z.core.$ZodType, readonly z.core.$ZodType[]>();

export function findSchemaChoices(schema: z.core.$ZodType): readonly z.core.$ZodType[] | undefined {
  const { parent } = schema._zod;
  // A refined or described schema is a copy, with the original as its parent.
  return choices.get(schema) ?? (parent && findSchemaChoices(parent));
}

/** The message of an issue that only stops the parsing; the mistake itself is reported beside it. */
export const unread = 'could not be read';

/**
 * Returns a schema that parses a value with one of several schemas, chosen by the value, so that mistakes are reported
 * for that one only. `otherwise` gives the value that stands for an unreadable one in checks across items.
 */
export function chosen<T>(
  among: readonly z.core.$ZodType[],
  choose: (raw: unknown) => z.ZodType<T>,
  otherwise: (raw: unknown) => T = () => z.NEVER,
) {
  const schema = z.unknown().transform((raw, context): T => {
    const read = choose(raw).safeParse(raw);
    if (read.success) return read.data;
    const { issues } = read.error;
    for (const issue of issues) context.addIssue({ ...issue });
    // Unknown keys alone would not stop the enclosing schema, which has no value to continue with.
    if (issues.every(({ code }) => code === 'unrecognized_keys'))
      context.addIssue({ code: 'custom', message: unread });
    return otherwise(raw);
  });
  choices.set(schema, among);
  return schema;
}

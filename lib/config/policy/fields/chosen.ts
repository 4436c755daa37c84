import * as z from 'zod';

/** Of each schema that chooses, all that it chooses from. */
const choices = new WeakMap<z.core.$ZodType, readonly z.core.$ZodType[]>();

export function choicesOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] | undefined {
  const { parent } = schema._zod;
  // What is refined or described is another schema, with the first for its parent.
  return choices.get(schema) ?? (parent && choicesOf(parent));
}

/** The message of an issue that only stops the reading: what is wrong is told beside it. */
export const unread = 'could not be read';

/**
 * Read by the one of several schemas that what is written asks for, so that mistakes are told of that one alone.
 * `otherwise` stands for what could not be read, for checks among others like it.
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
    // Unknown keys alone would let what is around go on with a value that there is none of.
    if (issues.every(({ code }) => code === 'unrecognized_keys'))
      context.addIssue({ code: 'custom', message: unread });
    return otherwise(raw);
  });
  choices.set(schema, among);
  return schema;
}

import * as z from 'zod';

/** Of each schema that chooses, all that it chooses from. */
const choices = new WeakMap<z.core.$ZodType, readonly z.core.$ZodType[]>();

export const choicesOf = (schema: z.core.$ZodType): readonly z.core.$ZodType[] | undefined =>
  choices.get(schema);

/** Read by the one of several schemas that what is written asks for, so that mistakes are told of that one alone. */
export function chosen<T>(among: readonly z.core.$ZodType[], choose: (raw: unknown) => z.ZodType<T>) {
  const schema = z.unknown().transform((raw, context): T => {
    const read = choose(raw).safeParse(raw);
    if (read.success) return read.data;
    for (const issue of read.error.issues) context.addIssue({ ...issue });
    return z.NEVER;
  });
  choices.set(schema, among);
  return schema;
}

import * as z from 'zod';

/** The members that a reply may lack, each with the value that its absence stands for, if any. */
export const omissibles = z.registry<{ readonly standsFor?: unknown }>();

/** Returns a member that the platform's document does not require, and whose absence says nothing. */
export function omissible<T extends z.ZodType>(member: T): z.ZodOptional<T> {
  const optional = member.optional();
  omissibles.add(optional, {});
  return optional;
}

/** Returns a member whose absence stands for a value, by the platform's document. */
export function omissibleAs<T extends z.ZodType>(member: T, standsFor: z.output<T>): z.ZodOptional<T> {
  const optional = member.optional();
  omissibles.add(optional, { standsFor });
  return optional;
}

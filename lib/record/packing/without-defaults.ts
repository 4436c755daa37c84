import * as z from 'zod';

/** Returns a function that removes fields with their default from a stored record, so that they take no space. */
export function withoutDefaults<S extends z.ZodObject>(schema: S): (stored: z.input<S>) => z.input<S> {
  const defaults = new Map(
    Object.entries(schema.shape).flatMap(([field, inner]) =>
      inner instanceof z.ZodDefault ? [[field, JSON.stringify(inner.def.defaultValue)] as const] : [],
    ),
  );
  const isNotDefault = ([field, value]: [string, unknown]) =>
    !defaults.has(field) || JSON.stringify(value) !== defaults.get(field);
  return (stored) => Object.fromEntries(Object.entries(stored).filter(isNotDefault)) as z.input<S>;
}

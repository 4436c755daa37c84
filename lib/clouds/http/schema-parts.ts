import * as z from 'zod';

/** Returns the schema of a list's items or of an object's field. Maps and values have no parts that can be left out. */
export function findMemberSchema(schema: z.ZodType, key: PropertyKey): z.ZodType | undefined {
  let member: unknown;
  if (schema instanceof z.ZodArray) member = schema.element;
  else if (schema instanceof z.ZodObject) member = schema.shape[String(key)];
  return member instanceof z.ZodType ? member : undefined;
}

/**
 * Reports whether a schema describes records with a required id. An object whose id is optional, such as the GPUs of a pod
 * with the id of their type, is part of the record around it.
 */
export function holdsId(schema: z.ZodType): boolean {
  const id: unknown = schema instanceof z.ZodObject ? schema.shape['id'] : undefined;
  return id instanceof z.ZodType && !z.safeParse(id, undefined).success;
}

/** Reports whether leaving a value out loses records with an id. */
export const holdsRecords = (schema: z.ZodType): boolean =>
  holdsId(schema) ||
  (schema instanceof z.ZodArray && schema.element instanceof z.ZodType && holdsId(unwrapped(schema.element)));

/** Returns the names of all fields that a schema has, at any depth. */
export function fieldNames(schema: z.ZodType): ReadonlySet<string> {
  const inner = unwrapped(schema);
  const members =
    inner instanceof z.ZodObject
      ? Object.values(inner.shape)
      : inner instanceof z.ZodArray
        ? [inner.element]
        : [];
  const names = inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
  const within = members.flatMap((member) => (member instanceof z.ZodType ? [...fieldNames(member)] : []));
  return new Set([...names, ...within]);
}

/** Returns a schema without its optional and nullable wrappers. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  const inner =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? schema.unwrap() : undefined;
  return inner instanceof z.ZodType ? unwrapped(inner) : schema;
}

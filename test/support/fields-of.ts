import * as z from 'zod';

type Path = readonly (string | number)[];

/**
 * Returns every field of a record of the cloud, including those of nested records; for a list, those of its first
 * member.
 */
export function fieldsOf(schema: z.ZodType, at: Path = []): Path[] {
  const bare = unwrapped(schema);
  if (bare instanceof z.ZodArray && bare.element instanceof z.ZodType)
    return fieldsOf(bare.element, [...at, 0]);
  if (!(bare instanceof z.ZodObject)) return [];
  return Object.entries(bare.shape).flatMap(([name, member]) => {
    const path = [...at, name];
    return member instanceof z.ZodType ? [path, ...fieldsOf(member, path)] : [];
  });
}

function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  const inner = isWrapped ? schema.unwrap() : undefined;
  return inner instanceof z.ZodType ? unwrapped(inner) : schema;
}

/** A mark for a field that is absent. */
export const left = Symbol('left out');

/** Returns the record with another value at a path, creating missing objects and lists. */
export function withField(record: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (typeof name === 'number') {
    const members: unknown[] = Array.isArray(record) ? [...record] : [];
    members[name] = withField(members[name], rest, value);
    return members;
  }
  const fields: Record<string, unknown> = typeof record === 'object' && record !== null ? { ...record } : {};
  if (rest.length === 0 && value === left) delete fields[name];
  else fields[name] = withField(fields[name], rest, value);
  return fields;
}

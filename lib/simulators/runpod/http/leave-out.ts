import * as z from 'zod';
import { drawFor } from '../../http/draw.ts';
import { omissibles } from '../wire/omissible.ts';

/** The share of optional members that replies leave out, and the seed that picks them. */
export type Sparseness = { readonly seed: number; readonly share: number };

/** Returns a reply without a share of its optional members. A record lacks the same ones in every reply. */
export const leaveOut = (reply: z.ZodType, value: unknown, { seed, share }: Sparseness): unknown =>
  withoutSome(reply, value, { of: null, path: '' }, (path) => drawFor(seed, 'left out', path)(0)(0) < share);

/** The place of a value: the id of the record that it belongs to, if any, and its path from there. */
type Place = { readonly of: string | null; readonly path: string };

function withoutSome(
  schema: z.ZodType,
  value: unknown,
  place: Place,
  isLeftOut: (path: string) => boolean,
): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner = schema.unwrap();
    const isRead = value !== null && value !== undefined && inner instanceof z.ZodType;
    return isRead ? withoutSome(inner, value, place, isLeftOut) : value;
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const { element } = schema;
    return element instanceof z.ZodType
      ? value.map((item) => withoutSome(element, item, place, isLeftOut))
      : value;
  }
  if (!(schema instanceof z.ZodObject)) return value;
  const record = z.record(z.string(), z.unknown()).parse(value);
  const { id } = record;
  const here = place.of === null && typeof id === 'string' ? { of: id, path: id } : place;
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, member]) => {
      const memberSchema = schema.shape[name];
      if (!(memberSchema instanceof z.ZodType)) return [[name, member] as const];
      const path = `${here.path}.${name}`;
      if (mayLack(memberSchema, member) && isLeftOut(path)) return [];
      return [[name, withoutSome(memberSchema, member, { of: here.of, path }, isLeftOut)] as const];
    }),
  );
}

function mayLack(schema: z.ZodType, member: unknown): boolean {
  const rule = omissibles.get(schema);
  return rule !== undefined && (rule.standsFor === undefined || rule.standsFor === member);
}

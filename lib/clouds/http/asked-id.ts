import * as z from 'zod';
import { noteUnreadable } from './read-record.ts';
import { unwrapped } from './schema-parts.ts';

/**
 * Adds the requested id to a record that came without one, so that its other fields stay known. A record without any field
 * of the contract, and an error with a success status, are returned unchanged.
 */
export function withAskedId(schema: z.ZodType, value: unknown, id: unknown): unknown {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null || 'message' in value)
    return value;
  const fields = Object.entries(value);
  if ('id' in inner.shape) {
    const isKnown = fields.some(([name, field]) => name !== 'id' && name in inner.shape && field !== null);
    return isKnown && isUnnamed(value) ? { ...value, id } : value;
  }
  const within = fields.map(([name, field]): [string, unknown] => {
    const member: unknown = inner.shape[name];
    return [name, member instanceof z.ZodType ? withAskedId(member, field, id) : field];
  });
  return Object.fromEntries(within);
}

/** Lists the id as unreadable where `withAskedId` added it, as the record may be that of another resource. */
export function noteGivenId(schema: z.ZodType, value: unknown, record: unknown): void {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodObject) || !isObject(value) || !isObject(record)) return;
  if ('id' in inner.shape) {
    if (isUnnamed(value)) noteUnreadable(record, ['id'], 'is missing');
    return;
  }
  for (const [name, member] of Object.entries(inner.shape))
    if (member instanceof z.ZodType) noteGivenId(member, Reflect.get(value, name), Reflect.get(record, name));
}

/**
 * Returns the id or project of a reply that differs from the requested one, such as `id "other"`; `null` if none differs.
 * Such a reply proves nothing about the requested resource. An id is compared only if the request has one.
 */
export function otherThanAsked(schema: z.ZodType, reply: unknown, input: object): string | null {
  for (const record of namedRecords(schema, reply)) {
    const [id, project]: unknown[] = [Reflect.get(input, 'id'), Reflect.get(input, 'projectId')];
    if ('id' in record && isOther(record.id, id)) return `id ${JSON.stringify(record.id)}`;
    // A record without an id, such as the spend of a project, is requested by the id of its project.
    const asked = project ?? ('id' in record ? undefined : id);
    if ('projectId' in record && isOther(record.projectId, asked))
      return `projectId ${JSON.stringify(record.projectId)}`;
  }
  return null;
}

/** Returns the records of a reply that have an id or a project by the contract: the reply itself, or those nested in it. */
function namedRecords(schema: z.ZodType, reply: unknown): readonly object[] {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodObject) || !isObject(reply)) return [];
  if ('id' in inner.shape || 'projectId' in inner.shape) return [reply];
  return Object.entries(inner.shape).flatMap(([name, member]) =>
    member instanceof z.ZodType ? namedRecords(member, Reflect.get(reply, name)) : [],
  );
}

/** Reports whether an item of a list names a project other than the requested one. */
export const isOfOtherProject = (item: unknown, input: object): boolean =>
  isObject(item) && 'projectId' in item && isOther(item.projectId, Reflect.get(input, 'projectId'));

const isOther = (shown: unknown, asked: unknown): boolean =>
  typeof shown === 'string' && shown !== '' && typeof asked === 'string' && shown !== asked;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isUnnamed = (record: object): boolean =>
  !('id' in record) || record.id === undefined || record.id === null || record.id === '';

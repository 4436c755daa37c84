import * as z from 'zod';
import { noteUnreadable } from './read-record.ts';
import { unwrapped } from './schema-parts.ts';

/**
 * Gives a record that was asked for by its id that id, where the reply leaves it out: all its other facts stay known. A
 * record that holds no field of the contract, and an error that came as a success, stay as they are.
 */
export function withAskedId(schema: z.ZodType, value: unknown, id: unknown): unknown {
  const at = unwrapped(schema);
  if (!(at instanceof z.ZodObject) || typeof value !== 'object' || value === null || 'message' in value)
    return value;
  const fields = Object.entries(value);
  if ('id' in at.shape) {
    const isKnown = fields.some(([name, field]) => name !== 'id' && name in at.shape && field !== null);
    return isKnown && isUnnamed(value) ? { ...value, id } : value;
  }
  const within = fields.map(([name, field]): [string, unknown] => {
    const member: unknown = at.shape[name];
    return [name, member instanceof z.ZodType ? withAskedId(member, field, id) : field];
  });
  return Object.fromEntries(within);
}

/** Lists the id as unreadable in a record that was given it, as it may be the record of something else. */
export function noteGivenId(schema: z.ZodType, value: unknown, record: unknown): void {
  const at = unwrapped(schema);
  if (!(at instanceof z.ZodObject) || !isObject(value) || !isObject(record)) return;
  if ('id' in at.shape) {
    if (isUnnamed(value)) noteUnreadable(record, ['id'], 'is missing');
    return;
  }
  for (const [name, member] of Object.entries(at.shape))
    if (member instanceof z.ZodType) noteGivenId(member, Reflect.get(value, name), Reflect.get(record, name));
}

/**
 * Returns what a reply is about where that is something else than was asked for: "id \"other\""; `null` otherwise. Such a
 * reply proves nothing of what was asked for. What the contract gives no id, such as an order that was placed, has its own.
 */
export function otherThanAsked(schema: z.ZodType, reply: unknown, input: object): string | null {
  for (const record of namedRecords(schema, reply)) {
    const [id, project]: unknown[] = [Reflect.get(input, 'id'), Reflect.get(input, 'projectId')];
    if ('id' in record && isOther(record.id, id)) return `id ${JSON.stringify(record.id)}`;
    // A record without an id of its own, such as what a project has spent, is asked for by its project's.
    const asked = project ?? ('id' in record ? undefined : id);
    if ('projectId' in record && isOther(record.projectId, asked))
      return `projectId ${JSON.stringify(record.projectId)}`;
  }
  return null;
}

/** Returns a reply, or the records in it, as far as the contract names them by an id or a project. */
function namedRecords(schema: z.ZodType, reply: unknown): readonly object[] {
  const at = unwrapped(schema);
  if (!(at instanceof z.ZodObject) || !isObject(reply)) return [];
  if ('id' in at.shape || 'projectId' in at.shape) return [reply];
  return Object.entries(at.shape).flatMap(([name, member]) =>
    member instanceof z.ZodType ? namedRecords(member, Reflect.get(reply, name)) : [],
  );
}

/** Reports whether an item of a list names another project than the one whose list was asked for. */
export const isOfOtherProject = (item: unknown, input: object): boolean =>
  isObject(item) && 'projectId' in item && isOther(item.projectId, Reflect.get(input, 'projectId'));

const isOther = (shown: unknown, asked: unknown): boolean =>
  typeof shown === 'string' && shown !== '' && typeof asked === 'string' && shown !== asked;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isUnnamed = (record: object): boolean =>
  !('id' in record) || record.id === undefined || record.id === null || record.id === '';

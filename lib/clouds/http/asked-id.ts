import * as z from 'zod';
import { unwrapped } from './read-record.ts';

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

const isUnnamed = (record: object): boolean =>
  !('id' in record) || record.id === undefined || record.id === null || record.id === '';

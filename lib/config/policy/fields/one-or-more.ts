import type * as z from 'zod';
import { chosen } from './chosen.ts';
import { list } from './written-field.ts';

/** Returns a schema for a list of items, or a single item. */
export function oneOrMore<T>(item: z.ZodType<T>, example: string) {
  const one = item.transform((value): T[] => [value]);
  const many = list(item, 1, example);
  return chosen<T[]>([item, many], (raw) => (Array.isArray(raw) ? many : one));
}

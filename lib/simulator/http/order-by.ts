import { badRequest } from './api-error.ts';

/** What things can be put in order by, under the name that a client uses for it. */
export type OrderFields<T> = Readonly<Record<string, (thing: T) => number | string>>;

/**
 * Puts things in the order that a client asks for, as AIP-132 has it: "priceHr desc, vcpus". What is
 * equal in all of it stays in the order that it came in.
 * @throws ApiError for a field that there is not, or another word than "asc" and "desc".
 */
export function inOrder<T>(things: readonly T[], orderBy: string | undefined, fields: OrderFields<T>): T[] {
  if (orderBy === undefined || orderBy.trim() === '') return [...things];
  const terms = orderBy.split(',').map((term) => {
    const [, name = '', direction = 'asc'] = /^\s*(\w+)(?:\s+(asc|desc))?\s*$/i.exec(term) ?? [];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      const description = `"${term.trim()}" is no order: name one of ${Object.keys(fields).join(', ')}, with "desc" after it to turn it round`;
      throw badRequest([{ field: 'orderBy', description }]);
    }
    return { field, sign: direction.toLowerCase() === 'desc' ? -1 : 1 };
  });
  return things.toSorted((left, right) => {
    for (const { field, sign } of terms) {
      const [one, other] = [field(left), field(right)];
      if (one !== other) return one < other ? -sign : sign;
    }
    return 0;
  });
}

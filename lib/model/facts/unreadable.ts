import * as z from 'zod';

/** A field that the cloud sent in an unreadable form, and whose value is therefore unknown. */
export const Unreadable = z.object({
  /** The field's path in the record: "price.totalPriceHr". */
  field: z.string(),
  because: z.string(),
});
export type Unreadable = z.infer<typeof Unreadable>;

/** A record's unreadable fields; absent when there are none. */
export type ReadInPart = { readonly unreadable?: readonly Unreadable[] | undefined };

/** Reports whether one of these fields of a record could not be read. */
export const isUnreadable = ({ unreadable }: ReadInPart, ...fields: readonly string[]): boolean =>
  unreadable?.some(({ field }) => fields.includes(field)) ?? false;

/** Returns the unreadable fields as text: "commitmentEndTime: must be an RFC 3339 time". */
export const unreadableInWords = (facts: readonly Unreadable[]): string =>
  facts.map(({ field, because }) => `${field}: ${because}`).join('; ');

import * as z from 'zod';

/** A field that the cloud sent in an unreadable form, and whose value is therefore unknown. */
export const UnreadableField = z.object({
  /** The field's path in the record: "price.totalPriceHr". */
  field: z.string(),
  because: z.string(),
});
export type UnreadableField = z.infer<typeof UnreadableField>;

/** A record's unreadable fields; absent when there are none. */
export type UnreadableFields = { readonly unreadable?: readonly UnreadableField[] | undefined };

/** Reports whether one of these fields of a record could not be read. */
export const isUnreadable = ({ unreadable }: UnreadableFields, ...fields: readonly string[]): boolean =>
  unreadable?.some(({ field }) => fields.includes(field)) ?? false;

/** Returns the unreadable fields as text: "commitmentEndTime: must be an RFC 3339 time". */
export const unreadableInWords = (facts: readonly UnreadableField[]): string =>
  facts.map(({ field, because }) => `${field}: ${because}`).join('; ');

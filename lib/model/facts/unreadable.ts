import * as z from 'zod';

/** A fact that the cloud tells in a form that cannot be read, and that is therefore unknown. */
export const Unreadable = z.object({
  /** The field of the record, as one would write it in code: "price.totalPriceHr". */
  field: z.string(),
  because: z.string(),
});
export type Unreadable = z.infer<typeof Unreadable>;

/** What every record of the cloud has once it is read; it is left out where all of the record could be read. */
export type ReadInPart = { readonly unreadable?: readonly Unreadable[] | undefined };

/** Whether a record tells one of these fields in a form that cannot be read, so that what it says there is unknown. */
export const isUnreadable = ({ unreadable }: ReadInPart, ...fields: readonly string[]): boolean =>
  unreadable?.some(({ field }) => fields.includes(field)) ?? false;

/** What could not be read, for a sentence: "commitmentEndTime: must be an RFC 3339 time". */
export const unreadableInWords = (facts: readonly Unreadable[]): string =>
  facts.map(({ field, because }) => `${field}: ${because}`).join('; ');

import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { Key } from './keys.ts';
import { UnreadableError } from './ledger.ts';

/** An item of the table, in DynamoDB's own form. */
export type Item = Record<string, AttributeValue>;

/** The most that one item holds of a body. An item may have 400 KB, and a page of a query 1 MB. */
const bodyLimit = 256 * 1_024;

/** A body in as many parts as it takes, at least one. */
export function partsOf(body: Uint8Array): readonly Uint8Array[] {
  const count = Math.max(1, Math.ceil(body.length / bodyLimit));
  return Array.from({ length: count }, (_, part) => body.subarray(part * bodyLimit, (part + 1) * bodyLimit));
}

export const keyItem = ({ pk, sk }: Key): Item => ({ pk: { S: pk }, sk: { S: sk } });

/** An item's own key. */
export const keyOf = (item: Item): Item => keyItem({ pk: textIn(item, 'pk'), sk: textIn(item, 'sk') });

/** What the table deletes the item by, if it ever does. */
export const expiring = (seconds: number | null): Item =>
  seconds === null ? {} : { expires: { N: String(seconds) } };

export function textIn(item: Item, attribute: string): string {
  const text = item[attribute]?.S;
  if (text === undefined) throw new RangeError(`it has no text in "${attribute}"`);
  return text;
}

export function bytesIn(item: Item, attribute: string): Uint8Array {
  const bytes = item[attribute]?.B;
  if (bytes === undefined) throw new RangeError(`it has no bytes in "${attribute}"`);
  return bytes;
}

/** `undefined` where there is no such attribute. */
export function numberIn(item: Item, attribute: string): number | undefined {
  const text = item[attribute]?.N;
  return text === undefined ? undefined : Number(text);
}

/**
 * Reads an item, turning whatever is wrong with it into an error that says whose it is and what to
 * do, beside running the version that wrote it.
 * @throws UnreadableError
 */
export function readItem<T>(item: Item, what: string, remedy: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const place = `pk "${item['pk']?.S}", sk "${item['sk']?.S}"`;
    const because = reasonOf(error);
    throw new UnreadableError(
      `${what} cannot be read (${place}): ${because}. Run the version of spendwatch that wrote it, or ${remedy}.`,
      { cause: error, because },
    );
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  const [issue] = error.issues;
  return issue === undefined ? error.message : `${issue.path.join('.') || 'its content'}: ${issue.message}`;
}

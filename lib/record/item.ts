import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { Key } from './keys.ts';
import { OtherFormError, UnreadableError } from './ledger.ts';

/** An item of the table, in DynamoDB's form. */
export type Item = Record<string, AttributeValue>;

/** The maximum size of a part of a body, in bytes. An item may have 400 KB, and a page of a query 1 MB. */
const bodyLimit = 256 * 1_024;

/** Splits a body into as many parts as needed, at least one. */
export function splitBody(body: Uint8Array): readonly Uint8Array[] {
  const count = Math.max(1, Math.ceil(body.length / bodyLimit));
  return Array.from({ length: count }, (_, part) => body.subarray(part * bodyLimit, (part + 1) * bodyLimit));
}

export const keyItem = ({ pk, sk }: Key): Item => ({ pk: { S: pk }, sk: { S: sk } });

export const getItemKey = (item: Item): Item =>
  keyItem({ pk: readTextAttribute(item, 'pk'), sk: readTextAttribute(item, 'sk') });

/** Returns the attribute for the table's time to live, in epoch seconds; none for `null`. */
export const expiring = (seconds: number | null): Item =>
  seconds === null ? {} : { expires: { N: String(seconds) } };

export function readTextAttribute(item: Item, attribute: string): string {
  const text = item[attribute]?.S;
  if (text === undefined) throw new RangeError(`attribute "${attribute}" is missing or not text`);
  return text;
}

export function readBytesAttribute(item: Item, attribute: string): Uint8Array {
  const bytes = item[attribute]?.B;
  if (bytes === undefined) throw new RangeError(`attribute "${attribute}" is missing or not binary`);
  return bytes;
}

/** Returns a numeric attribute; `undefined` if there is none. */
export function readNumberAttribute(item: Item, attribute: string): number | undefined {
  const text = item[attribute]?.N;
  return text === undefined ? undefined : Number(text);
}

/**
 * Reads an item. The message of an error has the name `what` of the item, and the remedy.
 * @throws UnreadableError
 */
export function readItem<T>(item: Item, what: string, remedy: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const place = `pk "${item['pk']?.S}", sk "${item['sk']?.S}"`;
    const because = describeError(error);
    const ofForm = error instanceof OtherFormError ? error.remedy : null;
    const advice = ofForm ?? `Run the version of spendwatch that wrote it, or ${remedy}`;
    throw new UnreadableError(`${what} cannot be read (${place}): ${because}. ${advice}.`, {
      cause: error,
      because,
    });
  }
}

/** Returns the value that `read` returns. If it is unreadable, that is reported, and the value is left out. */
export function ifReadable<T>(
  read: () => T,
  onUnreadable: ((error: UnreadableError) => void) | undefined,
): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    onUnreadable?.(error);
    return undefined;
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  const [issue] = error.issues;
  return issue === undefined ? error.message : `${issue.path.join('.') || 'its content'}: ${issue.message}`;
}

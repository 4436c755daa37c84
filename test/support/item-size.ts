import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/**
 * Returns the size of an item in bytes as DynamoDB counts it: names and values; a number takes one byte per two
 * digits and one more. A write unit is 1,024 bytes.
 */
export const itemSize = (item: Readonly<Record<string, AttributeValue>>): number =>
  Object.entries(item).reduce((size, [name, value]) => size + Buffer.byteLength(name) + valueSize(value), 0);

function valueSize({ S: text, N: number, B: bytes }: AttributeValue): number {
  if (text !== undefined) return Buffer.byteLength(text);
  if (number !== undefined) return Math.ceil(number.replace(/\D/g, '').length / 2) + 1;
  if (bytes !== undefined) return bytes.length;
  throw new TypeError('the ledger has texts, numbers and bytes only');
}

export const writeUnits = (item: Readonly<Record<string, AttributeValue>>): number =>
  Math.ceil(itemSize(item) / 1_024);

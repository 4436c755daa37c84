import * as z from 'zod';
import { Instant } from '../../model/time/time.ts';

/** @throws RangeError when the column is too short. */
export function getColumnCell<T>(column: readonly T[], index: number): T {
  const value = column[index];
  if (value === undefined) throw new RangeError('its columns differ in length');
  return value;
}

/** Times, stored as the first one and then the differences, because equal intervals give equal numbers. */
export const Times = z.codec(z.array(z.number().int()), z.array(Instant), {
  decode: (differences) => {
    let sum = 0;
    return differences.map((difference) => (sum += difference));
  },
  encode: (times) => times.map((time, index) => time - (times[index - 1] ?? 0)),
});

/** Returns a function that returns the index of a value in a list by its content, and adds it if it is new. */
export function createIndexer<T>(list: T[]): (value: T) => number {
  const places = new Map<string, number>();
  return (value) => {
    const content = JSON.stringify(value);
    const place = places.get(content);
    if (place !== undefined) return place;
    places.set(content, list.push(value) - 1);
    return list.length - 1;
  };
}

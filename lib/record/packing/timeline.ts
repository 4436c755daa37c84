import type { Instant } from '../../model/time/time.ts';
import type { HistoryKind } from '../keys.ts';
import { firstKept } from '../retention.ts';

/** Values in the order of their moments; those of one moment in the order of their names. */
export type Timeline<T> = {
  /** Takes the place of the value of the same moment and name. */
  put(value: T): void;
  /** Those of `[from, until)` that have not expired by `until`. */
  between(from: Instant, until: Instant): readonly T[];
};

export type Naming<T> = { readonly at: (value: T) => Instant; readonly name: (value: T) => string };

/** The names are sort keys of a table, and their order is the table's. */
export function timeline<T>(kind: HistoryKind, { at, name }: Naming<T>): Timeline<T> {
  const values: T[] = [];
  /** How many values come before a moment. */
  const countBefore = (moment: Instant): number => {
    let low = 0;
    let high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const value = values[middle];
      if (value !== undefined && at(value) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    put(value) {
      const moment = at(value);
      let place = countBefore(moment);
      for (let known = values[place]; known !== undefined && at(known) === moment; known = values[place]) {
        const order = compareKeys(name(known), name(value));
        if (order >= 0) {
          values.splice(place, order === 0 ? 1 : 0, value);
          return;
        }
        place += 1;
      }
      values.splice(place, 0, value);
    },
    between: (from, until) => values.slice(countBefore(firstKept(kind, from, until)), countBefore(until)),
  };
}

/** As a table sorts them: by their bytes, which is not how JavaScript sorts text. */
const compareKeys = (left: string, right: string): number =>
  left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right));

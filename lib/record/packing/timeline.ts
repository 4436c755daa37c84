import type { Instant } from '../../model/time/time.ts';
import type { HistoryKind } from '../keys.ts';
import { firstKept } from '../retention.ts';

/** Values ordered by time, and by name among those of one moment. */
export type Timeline<T> = {
  /** Adds a value, replacing that of the same moment and name. */
  put(value: T): void;
  /** Returns the values of `[from, until)` that have not expired by `until`. */
  between(from: Instant, until: Instant): readonly T[];
};

export type Naming<T> = { readonly at: (value: T) => Instant; readonly name: (value: T) => string };

/** Makes a timeline. Names are sort keys of a table, and sort as there. */
export function timeline<T>(kind: HistoryKind, { at, name }: Naming<T>): Timeline<T> {
  const values: T[] = [];
  /** Returns how many values come before a moment. */
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

/** Compares keys by their bytes, as a table does and JavaScript does not. */
const compareKeys = (left: string, right: string): number =>
  left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right));

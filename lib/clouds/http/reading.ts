import { CloudError } from './errors.ts';

/** The bounds on what is read for one purpose, over all its requests. */
export type ReadingBounds = {
  /** Bytes of reply bodies, counted as they arrive and once expanded. */
  readonly bytes: number;
  /** Pages of lists. */
  readonly pages: number;
  /** Items with an id, which the head of a target keeps, and unreadable items, which are reported one by one. */
  readonly resources: number;
  /** Items of any kind, including usage samples and rows of spend, which are dropped after the poll. */
  readonly records: number;
};

/** Counts what is read for one purpose. Requests that share the object are counted together. */
export type ReadingLimit = {
  /** Counts an amount. @throws CloudError once a bound is exceeded, and on every later call. */
  count(measure: keyof ReadingBounds, amount: number, operation: string): void;
  /** @throws CloudError when a bound was exceeded before, by any request. */
  requireWithin(operation: string): void;
  isOver(): boolean;
};

/**
 * The bounds of one poll of a target, and of a list that belongs to no target. 5,000 VMs with two disks each are 15,000
 * resources and 8 MB; their usage samples of an hour are 65,000 records and 15 MB, or 300,000 and 60 MB on a platform
 * with one per minute. The bounds fit into a function of 512 MB beside 63 targets of 100 VMs
 * (docs/performance.md); 100,000 VMs do not.
 */
export const usualBounds: ReadingBounds = {
  bytes: 100_000_000,
  pages: 1_000,
  resources: 25_000,
  records: 400_000,
};

/** Starts a count. Its errors name the purpose. */
export function openReading(purpose: 'poll' | 'list', bounds = usualBounds): ReadingLimit {
  const counts = { bytes: 0, pages: 0, resources: 0, records: 0 };
  let exceeded: keyof ReadingBounds | null = null;

  function refuseExcess(operation: string, neverSent = true): void {
    if (exceeded === null) return;
    const message = `too much to read: over ${figureInWords(exceeded, bounds[exceeded])} in one ${purpose}`;
    throw new CloudError('too-much', { operation, message, neverSent });
  }

  return {
    count(measure, amount, operation) {
      counts[measure] += amount;
      if (counts[measure] > bounds[measure]) exceeded ??= measure;
      refuseExcess(operation, false);
    },
    requireWithin: (operation) => refuseExcess(operation),
    isOver: () => exceeded !== null,
  };
}

const figureInWords = (measure: keyof ReadingBounds, most: number): string =>
  measure === 'bytes' ? `${most / 1_000_000} MB` : `${most.toLocaleString('en-US')} ${measure}`;

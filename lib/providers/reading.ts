import { CloudError } from './errors.ts';

/** How much may be read of the cloud for one purpose, all its questions together. */
export type ReadingBounds = {
  /** Of replies' bodies, as they arrive, whatever becomes of them. */
  readonly bytes: number;
  /** Of lists that come in pages. */
  readonly pages: number;
  /** Items with an id, which the head of a target keeps, and items that cannot be read, which are told one by one. */
  readonly resources: number;
  /** Items of any kind: usage samples and rows of spend are let go of after the poll. */
  readonly records: number;
};

/** Counts what is read for one purpose. Each object is one purpose: what shares it counts together. */
export type Reading = {
  /** @throws CloudError when this is over a bound, and from then on whatever is counted. */
  count(what: keyof ReadingBounds, amount: number, operation: string): void;
  /** @throws CloudError when a bound was passed before, by whichever question. */
  requireWithin(operation: string): void;
  isOver(): boolean;
};

/**
 * Bounds of one target in one poll, and of a list that belongs to no target. 5,000 VMs with two disks each are 15,000
 * resources and 8 MB; their usage samples of an hour are 65,000 records and 15 MB, or 300,000 and 60 MB where a platform
 * takes one each minute. As much as the bounds allow fits into a function of 512 MB beside 63 targets of 100 VMs
 * (docs/performance.md); 100,000 VMs do not.
 */
export const usualBounds: ReadingBounds = {
  bytes: 100_000_000,
  pages: 1_000,
  resources: 25_000,
  records: 400_000,
};

/** Begins to count. `of` is what the bounds are of, in the words of the error. */
export function openReading(of: 'poll' | 'list', bounds = usualBounds): Reading {
  const read = { bytes: 0, pages: 0, resources: 0, records: 0 };
  let passed: keyof ReadingBounds | null = null;

  function requireWithin(operation: string, neverSent = true): void {
    if (passed === null) return;
    const message = `too much to read: over ${figureInWords(passed, bounds[passed])} in one ${of}`;
    throw new CloudError('too-much', { operation, message, neverSent });
  }

  return {
    count(what, amount, operation) {
      read[what] += amount;
      if (read[what] > bounds[what]) passed ??= what;
      requireWithin(operation, false);
    },
    requireWithin: (operation) => requireWithin(operation),
    isOver: () => passed !== null,
  };
}

const figureInWords = (what: keyof ReadingBounds, most: number): string =>
  what === 'bytes' ? `${most / 1_000_000} MB` : `${most.toLocaleString('en-US')} ${what}`;

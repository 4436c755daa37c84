import type { RunOptions } from './run.ts';

/** A mistake that someone could make, planted into a run of the real jobs. */
export type Bug = {
  readonly name: string;
  /** Where it shows; it does in others too, but not in all. */
  readonly seed: number;
  /** The invariants of which at least one must be seen broken. */
  readonly breaks: readonly number[];
  readonly plant: () => RunOptions;
};

import type { Violation } from '../oracle/violation.ts';
import type { RunOptions } from '../run.ts';

/** Whether an oracle has seen a bug for what it is. */
export const isCaught = ({ breaks, told }: Bug, violations: readonly Violation[]): boolean =>
  violations.some(({ invariant, what }) => breaks.includes(invariant) && (told?.test(what) ?? true));

/** A mistake that someone could make, planted into a run of the real jobs. */
export type Bug = {
  readonly name: string;
  /** Where it shows; it does in others too, but not in all. */
  readonly seed: number;
  /** Within so many hours of its beginning. */
  readonly hours: number;
  /** The invariants of which at least one must be seen broken. */
  readonly breaks: readonly number[];
  /** What must be said of it, where others of the same invariant may come with it. */
  readonly told?: RegExp;
  readonly plant: () => RunOptions;
};

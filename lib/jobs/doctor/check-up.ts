import type { Policy } from '../../model/rules/policy.ts';
import type { Intervals } from '../../model/time/intervals.ts';

/** The input of a check. */
export type CheckUp = {
  readonly policy: Policy;
  readonly intervals: Intervals;
  /** Projects to check; the first ones listed where none is named. */
  readonly projects: readonly string[];
  /** Number of projects to check where none is named. */
  readonly sample: number;
};

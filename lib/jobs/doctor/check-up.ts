import type { Policy } from '../../model/rules/policy.ts';
import type { Intervals } from '../../model/time/intervals.ts';

/** What a check-up is made with. */
export type CheckUp = {
  readonly policy: Policy;
  readonly intervals: Intervals;
  /** Projects to look at; the first of the list where none is named. */
  readonly projects: readonly string[];
  /** How many projects to look at where none is named. */
  readonly sample: number;
};

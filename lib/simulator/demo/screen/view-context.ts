import type { Policy } from '../../../model/rules/policy.ts';
import type { Verdict } from '../../../model/rules/verdict.ts';
import type { Instant } from '../../../model/time/time.ts';

/** The input of a view besides heads. */
export type Context = {
  /** The newest verdict of each rule on each subject. */
  readonly verdicts: readonly Verdict[];
  readonly policy: Policy;
  readonly now: Instant;
};

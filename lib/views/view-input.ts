import type { Control } from '../model/control.ts';
import type { Override } from '../model/override.ts';
import type { Policy, PolicyFault } from '../model/rules/policy.ts';
import type { Intervals } from '../model/time/intervals.ts';
import type { Instant } from '../model/time/time.ts';

/** The inputs of a view, beside the heads. */
export type ViewInput = {
  readonly policy: Policy;
  /** The reason why it is not the policy of the file; `null` when it is. */
  readonly policyFault: PolicyFault | null;
  readonly control: Control;
  /** The active overrides. */
  readonly overrides: readonly Override[];
  readonly intervals: Intervals;
  readonly now: Instant;
};

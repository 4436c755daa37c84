import type { Intervals } from '../model/time/intervals.ts';
import type { Instant } from '../model/time/time.ts';
import type { Control } from '../state/control.ts';
import type { Head } from '../state/head.ts';
import type { Override } from '../state/override.ts';
import type { Policy, PolicyFault } from '../state/policy.ts';

/** The inputs of a view, besides the heads. */
export type ViewInput = {
  readonly policy: Policy;
  /** Why the policy is not that of the file; `null` if it is. */
  readonly policyFault: PolicyFault | null;
  readonly control: Control;
  /** The active overrides. */
  readonly overrides: readonly Override[];
  readonly intervals: Intervals;
  readonly now: Instant;
};

/** The input of a view, with the heads of all targets as shown to people, sorted by name. */
export type WholeInput = ViewInput & { readonly heads: readonly Head[] };

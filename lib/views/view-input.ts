import type { Intervals } from '../model/time/intervals.ts';
import type { Instant } from '../model/time/time.ts';
import type { Control } from '../state/control.ts';
import type { Head } from '../state/head.ts';
import type { Override } from '../state/override.ts';
import type { Policy, PolicyFault } from '../state/policy.ts';

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

/** The input of a view with every target as people are shown it, sorted by name. */
export type WholeInput = ViewInput & { readonly heads: readonly Head[] };

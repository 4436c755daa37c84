import type { Condition } from '../../views/condition/condition.ts';
import type { WholeInput } from '../../views/view-input.ts';

/** The state of the ledger and the policy at one moment. A reply is made from one snapshot. */
export type Snapshot = WholeInput & {
  readonly condition: Condition;
  /** A text that is equal for two snapshots with the same content. */
  readonly version: string;
  /** The reason why it is out of date; `null` when it is not. */
  readonly staleBecause: string | null;
};

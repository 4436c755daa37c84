import type { PolicyInForce } from '../../config/policy/policy-in-force.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import type { Instant } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Control } from '../../state/control.ts';
import { listed } from '../../views/listed.ts';
import type { WholeInput } from '../../views/view-input.ts';

/** Reads the input of views, which command line and dashboard share. */
export async function readViewInput(
  ledger: Pick<Ledger, 'heads' | 'overrides' | 'control'>,
  policyOf: (control: Control) => Promise<PolicyInForce>,
  { intervals, now }: { readonly intervals: Intervals; readonly now: Instant },
): Promise<WholeInput> {
  const [all, overrides, control] = await Promise.all([
    ledger.heads(),
    ledger.overrides(now),
    ledger.control(),
  ]);
  const heads = listed(all).toSorted((left, right) => (left.target < right.target ? -1 : 1));
  const { policy, fault } = await policyOf(control);
  return { heads, overrides, control, policy, policyFault: fault, intervals, now };
}

import { activityAfter } from '../../model/action-kind.ts';
import type { Head } from '../../model/head.ts';
import type { Intent } from '../../model/intent.ts';
import type { Override } from '../../model/override.ts';
import type { Recheck, Reread } from '../../model/reread.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Instant } from '../../model/time/time.ts';
import { objectionTo } from './guards/guards.ts';
import { plannedNow } from './planned.ts';

/** What a decision is held against once more. */
export type RecheckInput = {
  readonly intent: Intent;
  /** The head that the intent stands in, as it was claimed. */
  readonly head: Head;
  readonly policy: Policy;
  readonly overrides: readonly Override[];
  readonly now: Instant;
};

/** Whether a decided action still holds for the resource as it is now. */
export function recheckAction({ head, ...context }: RecheckInput, reread: Reread): Recheck {
  const { intent, policy } = context;
  const { activity, state } = reread.resource;
  if (activity === activityAfter(intent.kind))
    return { kind: 'already-so', because: `it is ${state} already` };
  const objection = objectionTo({
    ...context,
    ...reread,
    phase: 'perform',
    action: intent.kind,
    target: intent.target,
    alert: head.alerts.find(({ key }) => key === intent.alert),
    planned: plannedNow(head, intent, policy),
  });
  return objection === null ? { kind: 'go' } : { kind: 'cancelled', because: objection.because };
}

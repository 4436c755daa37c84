import type { Alert } from '../model/alert.ts';
import type { Belongings } from '../model/figures.ts';
import type { Head } from '../model/head.ts';
import { accountTarget, type BillingAccountId, type TargetId, targetOf } from '../model/ids.ts';
import type { Instruction } from '../model/instruction.ts';
import type { ResourceKind } from '../model/resource.ts';

/** What a target's turn must know of others, as they stood when the run began. */
export type Surroundings = {
  readonly instructions: readonly Instruction[];
  /** Alerts of the billing account that the target belongs to, or is. */
  readonly accountAlerts: readonly Alert[];
  /** What a billing account holds in all its projects. */
  readonly belongings: Belongings;
  /** All targets that are looked at, always in the same order. */
  readonly targets: readonly TargetId[];
};

/** Finds what surrounds each target among the heads that a run begins with. */
export function surroundingsFrom(
  heads: readonly Head[],
  instructions: readonly Instruction[],
): (target: TargetId) => Surroundings {
  const targets = heads
    .map((head) => head.target)
    .filter((target) => targetOf(target).kind !== 'group')
    .sort();
  const alertsOf = new Map(heads.map(({ target, alerts }) => [target, alerts]));
  const accountOf = new Map<TargetId, TargetId>();
  const held = new Map<TargetId, Head[]>();
  for (const head of heads) {
    const account = head.sighting?.kind === 'project' ? head.sighting.account : null;
    if (account === null) continue;
    const id = accountTarget(account satisfies BillingAccountId);
    accountOf.set(head.target, id);
    held.set(id, [...(held.get(id) ?? []), head]);
  }
  return (target) => {
    const account = targetOf(target).kind === 'account' ? target : accountOf.get(target);
    return {
      instructions,
      accountAlerts: (account && alertsOf.get(account)) ?? [],
      belongings: belongingsIn(held.get(target) ?? []),
      targets,
    };
  };
}

function belongingsIn(heads: readonly Head[]): Belongings {
  const counts: Partial<Record<ResourceKind, number>> = {};
  let isPartial = false;
  for (const { sighting, misses } of heads) {
    if (sighting?.kind !== 'project') continue;
    isPartial ||= misses > 0 || sighting.missing.length > 0;
    for (const { kind, activity } of sighting.resources) {
      if (activity !== 'gone') counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  return { counts, isPartial };
}

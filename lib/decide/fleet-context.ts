import type { Alert } from '../model/alert.ts';
import type { ResourceKind } from '../model/facts/resource.ts';
import type { Head } from '../model/head.ts';
import { accountTarget, type BillingAccountId, type TargetId, targetOf } from '../model/ids.ts';
import type { Driver } from '../model/notification.ts';
import type { Instruction } from '../model/override.ts';
import type { Belongings } from '../model/rules/figures.ts';
import type { Policy } from '../model/rules/policy.ts';
import type { Instant } from '../model/time/time.ts';
import { type Overspend, overspendFinder, overspentIn } from './actions/overspend.ts';
import { driversWithin } from './alerts/drivers.ts';

/** What a target's turn must know of others, as they stood when the run began. */
export type Surroundings = {
  readonly instructions: readonly Instruction[];
  /** Alerts of the billing account that the target belongs to, or is. */
  readonly accountAlerts: readonly Alert[];
  /** What a billing account holds in all its projects. */
  readonly belongings: Belongings;
  /** What costs most of what an account or a group is made of; reckoned when it is asked for. */
  readonly drivers: () => readonly Driver[];
  /** Budgets that a project's money counts in and that ask for VMs to be stopped. */
  readonly overspends: readonly Overspend[];
  /** All targets that are looked at and can be told of, always in the same order. */
  readonly targets: readonly TargetId[];
};

/** Finds what surrounds each target among the heads that a run begins with. */
export function surroundingsFrom(
  heads: readonly Head[],
  instructions: readonly Instruction[],
  policy: Pick<Policy, 'rules' | 'timezone'>,
  now: Instant,
): (target: TargetId) => Surroundings {
  const targets = heads
    .filter(({ target, unreadable }) => targetOf(target).kind !== 'group' && unreadable === null)
    .map((head) => head.target)
    .sort();
  const overspendsOf = overspendFinder(heads, overspentIn(heads, policy, now));
  const headOf = new Map(heads.map((head) => [head.target, head]));
  const accountOf = new Map<TargetId, TargetId>();
  const held = new Map<TargetId, Head[]>();
  for (const head of heads) {
    const account = head.sighting?.kind === 'project' ? head.sighting.account : null;
    if (account === null) continue;
    const id = accountTarget(account satisfies BillingAccountId);
    accountOf.set(head.target, id);
    const projects = held.get(id);
    if (projects === undefined) held.set(id, [head]);
    else projects.push(head);
  }
  const membersOf = (target: TargetId): readonly Head[] => {
    const { sighting } = headOf.get(target) ?? {};
    if (sighting?.kind !== 'group') return held.get(target) ?? [];
    const members = new Set(sighting.members);
    return heads.filter((head) => members.has(head.target));
  };
  // Before a project was seen nobody knows whose it is; before an account was, no project has been looked at for it.
  const isAnyUnseen = heads.some(
    ({ target, sighting, missScope }) =>
      sighting === null && missScope !== 'unlisted' && targetOf(target).kind === 'project',
  );
  const unknownOf = (target: TargetId): boolean => isAnyUnseen || !headOf.get(target)?.sighting;
  return (target) => {
    const account = targetOf(target).kind === 'account' ? target : accountOf.get(target);
    return {
      instructions,
      accountAlerts: (account && headOf.get(account)?.alerts) ?? [],
      belongings: belongingsIn(held.get(target) ?? [], unknownOf(target)),
      drivers: () => driversWithin(membersOf(target)),
      overspends: overspendsOf(target),
      targets,
    };
  };
}

function belongingsIn(heads: readonly Head[], mayBeMore: boolean): Belongings {
  const counts: Partial<Record<ResourceKind, number>> = {};
  let isPartial = mayBeMore;
  for (const { sighting, misses, missScope } of heads) {
    // A project that the cloud no longer lists has nothing left to lose.
    if (sighting?.kind !== 'project' || missScope === 'unlisted') continue;
    isPartial ||= misses > 0 || sighting.missing.length > 0;
    for (const { kind, activity } of sighting.resources) {
      if (activity !== 'gone') counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  return { counts, isPartial };
}

import { type TargetId, toTarget } from '../../../../lib/model/ids.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import { isMember } from '../money/sum-oracle.ts';
import type { Case } from '../violation.ts';
import { newNotifications } from './new-notices.ts';

/**
 * Checks invariant 20 for a shared budget: a member whose head is unreadable is reported as missing and is no member,
 * and every notification of the budget mentions the missing figures.
 */
export function missingMembersOracle({ accuse }: Pick<Case, 'accuse'>): Observer {
  const unreadable = new WeakMap<Process, readonly TargetId[]>();

  return {
    headsRead(process, heads) {
      if (unreadable.has(process)) return;
      const lost = heads.filter((head) => head.unreadable !== null).map(({ target }) => target);
      unreadable.set(process, lost);
    },
    committed(process, head, before) {
      if (process.job !== 'watch' || head.observation === before?.observation) return;
      const lost = membersAmong(unreadable.get(process) ?? [], process, head.target);
      if (lost.length === 0 || head.observation?.kind !== 'group') return;
      const { unpolledMembers, members } = head.observation;
      for (const target of lost)
        if (!unpolledMembers.includes(target) || members.includes(target))
          accuse(20, `${target} cannot be read, and the figures of ${head.target} do not say so`);
      for (const notice of newNotifications(head, before))
        if (notice.kind === 'alert' && !/figures of \d+ of \d+ projects are missing/.test(notice.because))
          accuse(20, `${notice.id} was said of a part of ${head.target} as of the whole: ${notice.because}`);
    },
  };
}

/** Returns the members of a shared budget, by its group, among some targets. */
function membersAmong(
  targets: readonly TargetId[],
  { orders }: Process,
  group: Head['target'],
): readonly TargetId[] {
  const about = toTarget(group);
  if (about.kind !== 'group') return [];
  const rule = orders.policy.rules.find(({ name }) => name === about.rule);
  if (rule?.kind !== 'budget') return [];
  return targets.filter((target) => isMember(rule, target));
}

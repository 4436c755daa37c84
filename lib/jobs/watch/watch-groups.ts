import type { PollReply } from '../../clouds/cloud.ts';
import type { FleetContext } from '../../decide/fleet-context.ts';
import { type GroupInput, isMember, observeGroup } from '../../decide/group.ts';
import { groupTarget, type TargetId, toTarget } from '../../model/ids.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import type { BudgetRule } from '../../rules/budget/terms.ts';
import { firstHead, type Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import type { WatchPorts } from '../ports.ts';
import { commitTurn } from './commit-turn.ts';
import { reportTurn, type TargetReport, type TurnListener } from './report-turn.ts';

/** Judges groups from the heads of their members. A group whose rule is gone is judged until its alerts have resolved. */
export async function watchGroups(
  ports: Omit<WatchPorts, 'connections'>,
  { policy, intervals }: { readonly policy: Policy; readonly intervals: Intervals },
  fleet: (target: TargetId) => FleetContext,
  heads: readonly Head[],
  onTurn?: TurnListener,
): Promise<TargetReport[]> {
  const rules = new Map(groupRules(policy).map((rule) => [groupTarget(rule.name), rule]));
  const headsByTarget = new Map(heads.map((head) => [head.target, head]));
  const hasAlerts = ({ target, alerts }: Head) => toTarget(target).kind === 'group' && alerts.length > 0;
  const targets = new Set([...rules.keys(), ...heads.filter(hasAlerts).map(({ target }) => target)]);
  const at = ports.clock.now();
  const { timezone: zone } = policy;
  const context = { heads, at, zone, carry: intervals.carryPrice };
  return Promise.all(
    [...targets].map((target) => {
      const turn = () => {
        const polled = pollGroup(rules.get(target), context);
        const run = { policy, intervals, polled, fleet: fleet(target) };
        return commitTurn(ports, run, headsByTarget.get(target) ?? firstHead(target));
      };
      return reportTurn(ports, target, turn, onTurn);
    }),
  );
}

const groupRules = ({ rules }: Policy): readonly BudgetRule[] =>
  rules.filter((rule) => rule.kind === 'budget').filter(({ shared }) => shared);

/** True if a group is judged from the head of this target. */
export const isInGroup = (policy: Policy, target: TargetId): boolean =>
  groupRules(policy).some((rule) => isMember(rule, target));

function pollGroup(rule: BudgetRule | undefined, context: GroupInput): PollReply {
  const pollResult = observeGroup(rule, context);
  return { at: context.at, asked: [], unsupported: [], observe: () => pollResult };
}

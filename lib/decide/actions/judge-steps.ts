import type { ProjectObservation } from '../../model/facts/observation.ts';
import type { Resource } from '../../model/facts/resource.ts';
import { toTarget } from '../../model/ids.ts';
import type { Verdict } from '../../rules/verdict.ts';
import type { Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { alertKey } from '../alerts/follow-alert.ts';
import type { FleetContext } from '../fleet-context.ts';
import type { Progress } from '../progress.ts';
import { resourceFinder } from '../subjects.ts';
import { judgeLaterSteps, type VerdictKindByAlert } from './later-steps.ts';
import { judgeOverspend } from './overspend.ts';
import { findProtectionReason } from './protection.ts';

/** Judges what depends on earlier alerts and actions: later steps, and stops that overspent budgets ask for. */
export function judgeSteps(
  { stops, alerts }: Pick<Progress, 'stops' | 'alerts'>,
  verdicts: readonly Verdict[],
  observation: ProjectObservation,
  context: {
    readonly head: Pick<Head, 'target'>;
    readonly policy: Policy;
    readonly fleet: Pick<FleetContext, 'overspends' | 'overrides'>;
  },
): Verdict[] {
  const { policy, fleet } = context;
  const target = toTarget(context.head.target);
  const found: VerdictKindByAlert = new Map(verdicts.map((verdict) => [alertKey(verdict), verdict.kind]));
  const facts = {
    target,
    observation,
    alerts,
    found,
    resourceOf: resourceFinder(context.head.target, observation),
  };
  const input = { policy, overrides: fleet.overrides, target: context.head.target, now: observation.at };
  const isProtected = (resource: Resource) => findProtectionReason({ ...input, resource }) !== null;
  return [
    ...judgeLaterSteps({ ...facts, rules: policy.rules, stops }),
    ...judgeOverspend({ ...facts, overspends: fleet.overspends, isProtected }),
  ];
}

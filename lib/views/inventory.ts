import { findProtectionReason } from '../decide/actions/protection.ts';
import type { CloudName } from '../model/cloud-name.ts';
import { castToVmId, type Resource, runs, toResourceSubject } from '../model/facts/resource.ts';
import { freshWithin, longestWait, type UsagePoint, type UsageSamples } from '../model/facts/usage.ts';
import { type Subject, type TargetId, toTarget, type VmId } from '../model/ids.ts';
import { compareSeverity, type Severity } from '../model/severity.ts';
import { computeSpan, type Instant } from '../model/time/time.ts';
import { findClaim } from '../rules/kept-until.ts';
import type { Head } from '../state/head.ts';
import type { Policy } from '../state/policy.ts';
import { describeAlertReason } from './alerts.ts';
import { hasUnknownGpus } from './unjudged.ts';
import type { ViewInput } from './view-input.ts';
import type { WaitingAction } from './waiting.ts';

/** A resource of a project, with all that is known of it now. */
export type ResourceView = {
  readonly target: TargetId;
  readonly cloud: CloudName;
  readonly subject: Subject;
  readonly resource: Resource;
  /** The owner that a keep or metadata names, or else the creator; `null` if unknown. */
  readonly owner: string | null;
  /** Its purpose, from a keep or its metadata. */
  readonly purpose: string | null;
  /** Its newest usage sample; `null` without a recent one. */
  readonly use: UsagePoint | null;
  /** The time since which it has been idle; `null` if no idle rule finds it idle, which does not prove use. */
  readonly idleSince: Instant | null;
  readonly protectedBecause: string | null;
  /** The planned or ongoing action on it. */
  readonly waiting: WaitingAction | null;
  /** The time of its project's last observation while polls fail; `null` while they succeed. */
  readonly failingSince: Instant | null;
  /** True if it runs with GPUs whose use no signal covers. */
  readonly hasUnknownGpus: boolean;
  /** The most severe firing alert on it. */
  readonly alert: { readonly severity: Severity; readonly because: string } | null;
};

/** True for a VM, a machine or a machine of a cluster. */
export const computes = ({ resource }: Pick<ResourceView, 'resource'>): boolean => runs(resource.kind);

/**
 * Lists the resources of a project. `samplings` cover about the last two hours, oldest first; `waitingFor` holds
 * the planned actions.
 */
export function buildInventory(
  head: Head,
  samplings: readonly UsageSamples[],
  context: Pick<ViewInput, 'policy' | 'overrides' | 'intervals' | 'now'>,
  waitingFor: ReadonlyMap<Subject, WaitingAction>,
): readonly ResourceView[] {
  const { policy, overrides, now } = context;
  const target = toTarget(head.target);
  const { observation, failedPolls } = head;
  if (observation?.kind !== 'project' || target.kind !== 'project') return [];
  const uses = newestUse(samplings);
  const alerts = worstAlerts(head);
  return observation.resources
    .filter(({ activity }) => activity !== 'gone')
    .map((resource) => {
      const subject = toResourceSubject(target.id, resource);
      const use = resource.kind === 'vm' ? uses.get(castToVmId(resource)) : undefined;
      const isOfNow = use !== undefined && computeSpan(use.at, now) <= longestWait + freshWithin;
      const claim = findClaim(subject, resource, overrides, now);
      const isRunning = resource.activity === 'running';
      return {
        target: target.id,
        cloud: observation.cloud,
        subject,
        resource,
        owner: claim.owner || findOwner(resource),
        purpose: claim.purpose || null,
        use: isOfNow && isRunning ? use : null,
        idleSince: findIdleStart(head, resource, subject, policy),
        protectedBecause: findProtectionReason({ policy, overrides, target: head.target, resource, now }),
        waiting: waitingFor.get(subject) ?? null,
        failingSince: failedPolls > 0 ? observation.at : null,
        hasUnknownGpus: hasUnknownGpus(head, resource, context),
        alert: alerts.get(subject) ?? null,
      };
    });
}

function worstAlerts({ alerts }: Head): ReadonlyMap<Subject, ResourceView['alert']> {
  const worst = new Map<Subject, NonNullable<ResourceView['alert']>>();
  for (const alert of alerts) {
    const { subject, phase, severity } = alert;
    const current = worst.get(subject);
    if (phase !== 'firing' || (current && compareSeverity(current.severity, severity) >= 0)) continue;
    worst.set(subject, { severity, because: describeAlertReason(alert) });
  }
  return worst;
}

/** Returns the time since which an idle rule has found a VM idle; `null` if none does, polls fail, or it does not run. */
export function findIdleStart(
  { alerts, failedPolls }: Head,
  { activity }: Resource,
  subject: Subject,
  { rules }: Policy,
): Instant | null {
  if (activity !== 'running' || failedPolls > 0) return null;
  const alert = alerts.find(
    (candidate) =>
      candidate.kind === 'idle' &&
      candidate.subject === subject &&
      candidate.phase === 'firing' &&
      candidate.step === null &&
      candidate.unknownSince === undefined &&
      rules.some(({ kind, name }) => kind === 'idle' && name === candidate.rule),
  );
  return alert === undefined ? null : (alert.idleSince ?? alert.since);
}

/** Metadata keys that commonly name the owner, besides `owner`. */
const ownerKeys = ['created-by', 'creator', 'user', 'team'] as const;

function findOwner({ createdBy, metadata }: Resource): string | null {
  if (createdBy !== null) return createdBy;
  const key = ownerKeys.find((candidate) => metadata !== null && Object.hasOwn(metadata, candidate));
  return key === undefined ? null : (metadata?.[key] ?? null);
}

function newestUse(samplings: readonly UsageSamples[]): ReadonlyMap<VmId, UsagePoint> {
  const newest = new Map<VmId, UsagePoint>();
  for (const { usage } of samplings) {
    for (const { vm, points } of usage) {
      const last = points.at(-1);
      if (last !== undefined && last.at >= (newest.get(vm)?.at ?? last.at)) newest.set(vm, last);
    }
  }
  return newest;
}

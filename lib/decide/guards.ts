import type { Alert } from '../model/alert.ts';
import { type TargetId, targetOf } from '../model/ids.ts';
import type { ProjectObservation } from '../model/observation.ts';
import { hoursAt } from '../model/period.ts';
import type { Policy } from '../model/policy.ts';
import { type Resource, vmIdOf } from '../model/resource.ts';
import type { ActingRule } from '../model/rule.ts';
import type { StopStep } from '../model/rules/rule-terms.ts';
import { type Instant, isoInstant, later, latest, spanInWords } from '../model/time.ts';
import type { Progress } from './progress.ts';
import { protectionOf } from './protection.ts';

/** What a decision to act is held against. */
export type Case = {
  readonly target: TargetId;
  readonly policy: Policy;
  readonly rule: ActingRule;
  readonly step: StopStep;
  readonly alert: Alert;
  readonly resource: Resource;
  readonly sighting: ProjectObservation;
  readonly progress: Progress;
};

/** Why a VM would never be stopped under a rule as things stand; `null` when it could be. */
export function standingObjection({
  target,
  policy,
  resource: vm,
  progress,
  rule,
  sighting,
}: Omit<Case, 'step' | 'alert'>): string | null {
  const protection = protectionOf(policy, targetOf(target), vm, sighting.at);
  if (protection !== null) return protection;
  if (vm.activity !== 'running') return `it is not running (${vm.state})`;
  return leftAlone(progress, rule, vm, policy.timezone, sighting.at);
}

/** Why a VM must not be stopped in this turn; `null` when every guard lets it pass. */
export function objectionNow(asked: Case): string | null {
  const { sighting, alert, step, resource: vm, progress, rule } = asked;
  const vmId = vmIdOf(vm);
  // What another VM's monitor fails to tell says nothing against what this one's tells.
  const missing = sighting.missing.find((flaw) => flaw.vm === undefined || flaw.vm === vmId);
  if (missing) return `the last look was not whole (${missing.part}: ${missing.because})`;
  const isTold = rule.kind !== 'idle' || sighting.usage.some((usage) => usage.vm === vmId);
  if (!sighting.seen.includes('vms') || !isTold) return 'the last look was not whole';
  const standing = standingObjection(asked);
  if (standing !== null) return standing;
  if (rule.mode !== 'enforce') return 'the policy only observes';
  if (alert.announcement === null) return 'the stop has not been announced';
  if (alert.announcement.deliveredAt === null) return 'the announcement has not been delivered yet';
  const promised = latest(
    later(alert.announcement.deliveredAt, alert.announcement.after),
    later(alert.announcement.deliveredAt, step.after),
  );
  if (sighting.at < promised) return `announced: not before ${isoInstant(promised)}`;
  if (alert.retryAfter !== null && sighting.at < alert.retryAfter) {
    return `the last try did not work; next not before ${isoInstant(alert.retryAfter)}`;
  }
  if (progress.intents.some((intent) => intent.vm === vmId)) return 'a stop is on its way already';
  return null;
}

/** What someone started by hand is not stopped by the same rule for a while: its cool-off, or until its hours begin. */
function leftAlone(
  { stops }: Progress,
  rule: ActingRule,
  vm: Resource,
  zone: string,
  now: Instant,
): string | null {
  const vmId = vmIdOf(vm);
  const startedAt = stops.find((past) => past.vm === vmId && past.rule === rule.name)?.startedAgainAt ?? null;
  if (startedAt === null) return null;
  if (rule.kind === 'schedule') {
    const { isInside, off } = hoursAt(rule.windows, startedAt, zone);
    if (isInside || (off.until !== null && off.until <= now)) return null;
    const until = off.until === null ? '' : `, which is at ${isoInstant(off.until)}`;
    return `it was started outside its hours; it is left alone until they begin${until}`;
  }
  const until = later(startedAt, rule.coolOff);
  return now < until
    ? `it runs again after a stop, or was never stopped; it is left alone for ${spanInWords(rule.coolOff)}, until ${isoInstant(until)}`
    : null;
}

import type { Alert } from '../model/alert.ts';
import { type TargetId, targetOf } from '../model/ids.ts';
import type { ProjectObservation } from '../model/observation.ts';
import type { Policy } from '../model/policy.ts';
import { type Resource, vmIdOf } from '../model/resource.ts';
import type { IdleRule, StopStep } from '../model/rule.ts';
import { type Instant, isoInstant, later, latest, spanInWords } from '../model/time.ts';
import type { Progress } from './progress.ts';
import { protectionOf } from './protection.ts';

/** What a decision to act is held against. */
export type Case = {
  readonly target: TargetId;
  readonly policy: Policy;
  readonly rule: IdleRule;
  readonly step: StopStep;
  readonly alert: Alert;
  readonly vm: Resource;
  readonly sighting: ProjectObservation;
  readonly progress: Progress;
};

/** Why a VM would never be stopped under a rule as things stand; `null` when it could be. */
export function standingObjection({
  target,
  policy,
  vm,
  progress,
  rule,
  sighting,
}: Omit<Case, 'step' | 'alert'>): string | null {
  const protection = protectionOf(policy, targetOf(target), vm, sighting.at);
  if (protection !== null) return protection;
  return coolingOff(progress, rule, vm, sighting.at);
}

/** Why a VM must not be stopped in this turn; `null` when every guard lets it pass. */
export function objectionNow(asked: Case): string | null {
  const { sighting, alert, step, vm, progress, rule } = asked;
  const [missing] = sighting.missing;
  if (missing) return `the last look was not whole (${missing.part}: ${missing.because})`;
  if (!sighting.seen.includes('vms') || !sighting.seen.includes('usage'))
    return 'the last look was not whole';
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
  const vmId = vmIdOf(vm);
  if (progress.intents.some((intent) => intent.vm === vmId)) return 'a stop is on its way already';
  return null;
}

function coolingOff({ stops }: Progress, rule: IdleRule, vm: Resource, now: Instant): string | null {
  const vmId = vmIdOf(vm);
  const stop = stops.find((past) => past.vm === vmId && past.rule === rule.name);
  if (stop === undefined || stop.startedAgainAt === null) return null;
  const until = later(stop.startedAgainAt, rule.coolOff);
  return now < until
    ? `it runs again after a stop, or was never stopped; it is left alone for ${spanInWords(rule.coolOff)}, until ${isoInstant(until)}`
    : null;
}

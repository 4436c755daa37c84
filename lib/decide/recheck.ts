import { freshWithin, isBusy, isSilent } from '../evaluate/idle.ts';
import { assertNever } from '../model/assert-never.ts';
import type { Target } from '../model/ids.ts';
import type { Intent } from '../model/intent.ts';
import { matchesResource } from '../model/match.ts';
import { hoursAt } from '../model/period.ts';
import type { Policy } from '../model/policy.ts';
import type { Resource } from '../model/resource.ts';
import { mayAct } from '../model/rule.ts';
import type { IdleRule } from '../model/rules/idle-rule.ts';
import type { LifetimeRule } from '../model/rules/resource-rules.ts';
import { between, earlier, type Instant, isoInstant } from '../model/time.ts';
import { type UsagePoint, usageSlot } from '../model/usage.ts';
import { protectionOf } from './protection.ts';

/** A VM as read again just before the act. */
export type Reread = {
  readonly vm: Resource;
  /** What each of its samples shows by itself, oldest first; slots would hide what has only just begun. */
  readonly points: readonly UsagePoint[];
  /** When it last booted, as far as its samples show. */
  readonly bootedAt: Instant | null;
};

export type Recheck =
  | { readonly kind: 'go' }
  | { readonly kind: 'already-so' | 'cancelled'; readonly because: string };

/** Whether a decided stop still holds for the VM as it is now. */
export function recheckStop(
  intent: Intent,
  reread: Reread,
  target: Target,
  policy: Policy,
  now: Instant,
): Recheck {
  const { vm } = reread;
  if (vm.activity === 'stopped') return { kind: 'already-so', because: `it is ${vm.state} already` };
  const because = objectionTo(intent, reread, target, policy, now);
  return because === null ? { kind: 'go' } : { kind: 'cancelled', because };
}

function objectionTo(
  intent: Intent,
  { vm, points, bootedAt }: Reread,
  target: Target,
  policy: Policy,
  now: Instant,
): string | null {
  if (now > intent.expiresAt) return `it was decided for no later than ${isoInstant(intent.expiresAt)}`;
  if (vm.activity !== 'running') return `it is ${vm.state} now`;
  if (vm.createdAt !== intent.createdAt) return 'another VM has taken its name since it was decided';
  const rule = policy.rules.find(({ name }) => name === intent.rule);
  if (rule === undefined || !mayAct(rule) || rule.mode !== 'enforce' || rule.then.length === 0)
    return 'the policy no longer asks for it';
  if (!matchesResource(rule.match, target, vm, now)) return 'the rule no longer speaks of it';
  const protection = protectionOf(policy, target, vm, now);
  if (protection !== null) return protection;
  if (bootedAt !== null && bootedAt > intent.decidedAt)
    return `it was started again at ${isoInstant(bootedAt)}`;
  switch (rule.kind) {
    case 'idle':
      if (vm.gpus > 0) return 'it has GPUs, whose use cannot be seen';
      return signOfLife(rule, points, intent.decidedAt, now);
    // These go by the clock: they stop what is in use too, and what has GPUs.
    case 'schedule':
      return hoursAt(rule.windows, now, policy.timezone).isInside ? 'its hours have begun' : null;
    case 'lifetime':
      return isTooOld(rule, vm, now) ? null : 'it may live longer by now';
    default:
      return assertNever(rule);
  }
}

const isTooOld = ({ longest }: LifetimeRule, { createdAt }: Resource, now: Instant): boolean =>
  createdAt !== null && between(createdAt, now) > longest;

/** Samples reach us late: what was not yet shown to the decision may be older than it. */
function signOfLife(rule: IdleRule, points: readonly UsagePoint[], decidedAt: Instant, now: Instant) {
  const newest = points.at(-1);
  if (newest === undefined || between(newest.at, now) > freshWithin)
    return 'no monitor sample tells whether it came alive';
  if (isSilent(rule, newest))
    return 'its guest does not answer a ping, so nothing tells whether it came alive';
  const recent = points.filter((point) => point.at > earlier(decidedAt, freshWithin));
  const busy = recent.filter((point) => isBusy(rule, point));
  const last = busy.at(-1);
  if (last === undefined) return null;
  // A sample from just before may lie in a slot that had not ended; earlier ones are held against the rule.
  const isNews = last.at > earlier(decidedAt, usageSlot);
  const isTooMuch = busy.length * 100 > recent.length * (100 - rule.percentile);
  return isNews || isTooMuch ? `it came alive: in use at ${isoInstant(last.at)}` : null;
}

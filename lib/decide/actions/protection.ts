import { lockLabel, writtenKeeps } from '../../model/facts/own-metadata.ts';
import { type Resource, toResourceSubject } from '../../model/facts/resource.ts';
import { type TargetId, toTarget } from '../../model/ids.ts';
import { matchesTarget, protectsResource } from '../../model/rules/match.ts';
import { type Instant, isoSecond } from '../../model/time/time.ts';
import { selectKeeps } from '../../rules/kept-until.ts';
import { whyProtected } from '../../rules/why-protected.ts';
import { isInForce, type Override, type OverrideByKind } from '../../state/override.ts';
import type { Policy } from '../../state/policy.ts';
import type { ResourceAction } from './guards/guard-input.ts';

/** A resource, with the policy and overrides that may protect it. */
export type ProtectionInput = Pick<ResourceAction, 'overrides' | 'target' | 'resource' | 'now'> & {
  readonly policy: Pick<Policy, 'protect'>;
};

/** Returns why a resource must not be touched; `null` when nothing protects it. */
export function findProtectionReason(input: ProtectionInput): string | null {
  const { policy, resource, now } = input;
  const kept = findKeepReason(resource, now) ?? keptByOverride(input);
  if (kept !== null) return kept;
  const target = toTarget(input.target);
  for (const protection of policy.protect) {
    const because = whyProtected(protection, target, resource, now);
    if (because !== null) return because;
  }
  return null;
}

/**
 * Returns why people certainly keep a resource; `null` where only its age protects it, or a property that the platform
 * does not show.
 */
export function keptByPeople(input: ProtectionInput): string | null {
  const { policy, resource, now } = input;
  const byOverride = keptByOverride(input);
  if (byOverride !== null || resource.metadata === null) return byOverride;
  const target = toTarget(input.target);
  const matching = policy.protect.find(
    (protection) =>
      protection.kind === 'matching' && protectsResource(protection.match, target, resource, now),
  );
  return (
    findKeepReason(resource, now) ??
    (matching === undefined ? null : whyProtected(matching, target, resource, now))
  );
}

function findKeepReason({ metadata }: Resource, now: Instant): string | null {
  // Hidden metadata may hold a keep, or a key that the policy protects.
  if (metadata === null) return 'the platform does not show whether people keep it';
  const keep = writtenKeeps(metadata).find(({ until }) => until === null || until > now);
  if (keep === undefined) return null;
  const { key, text, hasEnd, until } = keep;
  if (key === 'spendwatch' && text === lockLabel.spendwatch) return 'it is locked on the platform';
  if (until !== null) return `its metadata says to keep it until ${isoSecond(until)}`;
  return `its metadata says ${key}: ${text}${hasEnd ? ', which is not a valid time' : ''}`;
}

/** Returns who keeps a resource by an override, and why. */
function keptByOverride({ overrides, target, resource, now }: ProtectionInput): string | null {
  const [keep] = selectKeeps(overrides, toResourceSubject(target, resource), resource, now);
  return keep === undefined ? null : `kept by ${keep.author} until ${isoSecond(keep.until)}: ${keep.reason}`;
}

/** Returns who paused all actions of a target, and why; `null` when nobody did. */
export function findPauseReason({ overrides, target, now }: Omit<ProtectionInput, 'policy' | 'resource'>) {
  const pause = pausesNow(overrides, now).find((candidate) => isPaused(candidate, target));
  return pause === undefined
    ? null
    : `paused by ${pause.author} until ${isoSecond(pause.until)}: ${pause.reason}`;
}

/** Returns the pauses that are in force. */
export const pausesNow = (overrides: readonly Override[], now: Instant): readonly OverrideByKind<'pause'>[] =>
  overrides.flatMap((override) => (override.kind === 'pause' && isInForce(override, now) ? [override] : []));

/** Reports whether a pause holds for a target. */
export const isPaused = (pause: OverrideByKind<'pause'>, id: TargetId): boolean =>
  pause.project === undefined ||
  matchesTarget({ connection: pause.connection, project: pause.project }, toTarget(id));

import { assertNever } from '../../model/assert-never.ts';
import { keyOf, type Resource } from '../../model/facts/resource.ts';
import { type Target, type TargetId, targetOf } from '../../model/ids.ts';
import { matchesResource, matchesTarget, mayMatchResource } from '../../model/rules/match.ts';
import { between, type Instant, isoSecond, readInstant, spanInWords } from '../../model/time/time.ts';
import { keepsOf, keepUntilKey } from '../../rules/kept-until.ts';
import { isInForce, type Override, type OverrideOf } from '../../state/override.ts';
import type { Policy, Protection } from '../../state/policy.ts';
import type { OnResource } from './guards/guard-input.ts';

/** The metadata key by which a person protects a VM from spendwatch on the platform itself. */
const keepKey = 'spendwatch';

/** A resource, with the policy and overrides that may protect it. */
export type ProtectionInput = Pick<OnResource, 'overrides' | 'target' | 'resource' | 'now'> & {
  readonly policy: Pick<Policy, 'protect'>;
};

/** Returns why a resource must not be touched; `null` when nothing protects it. */
export function protectionOf(input: ProtectionInput): string | null {
  const { policy, resource, now } = input;
  const kept = keptBy(resource, now) ?? keptByOverride(input);
  if (kept !== null) return kept;
  const target = targetOf(input.target);
  for (const protection of policy.protect) {
    const because = protectedBy(protection, target, resource, now);
    if (because !== null) return because;
  }
  return null;
}

function keptBy({ metadata }: Resource, now: Instant): string | null {
  // Hidden metadata may hold a keep, or a key that the policy protects.
  if (metadata === null) return 'the platform does not show its metadata, which may protect it';
  const keep = metadata[keepKey];
  // Any value was put there by a person for spendwatch; an unknown one still means: keep off.
  if (keep !== undefined) return `its metadata says ${keepKey}: ${keep}`;
  const text = metadata[keepUntilKey];
  if (text === undefined) return null;
  const until = readInstant(text);
  if (until === undefined) return `its metadata says ${keepUntilKey}: ${text}, which is not a valid time`;
  return until > now ? `its metadata says to keep it until ${isoSecond(until)}` : null;
}

/** Returns who keeps a resource by an override, and why. */
function keptByOverride({ overrides, target, resource, now }: ProtectionInput): string | null {
  const [keep] = keepsOf(overrides, `${target}/${keyOf(resource)}`, now);
  return keep === undefined ? null : `kept by ${keep.author} until ${isoSecond(keep.until)}: ${keep.reason}`;
}

function protectedBy(
  protection: Protection,
  target: Target,
  resource: Resource,
  now: Instant,
): string | null {
  switch (protection.kind) {
    case 'matching':
      if (matchesResource(protection.match, target, resource, now)) return 'the policy protects it';
      return mayMatchResource(protection.match, target, resource, now)
        ? 'the policy may protect it: the platform does not report all the properties that decide this'
        : null;
    case 'younger-than': {
      if (resource.createdAt === null) return 'the platform does not report its age';
      const age = between(resource.createdAt, now);
      return age < protection.age ? `it is only ${spanInWords(age)} old` : null;
    }
    default:
      return assertNever(protection);
  }
}

/** Returns who paused all actions of a target, and why; `null` when nobody did. */
export function pauseOf({ overrides, target, now }: Omit<ProtectionInput, 'policy' | 'resource'>) {
  const pause = pausesNow(overrides, now).find((known) => isPaused(known, target));
  return pause === undefined
    ? null
    : `paused by ${pause.author} until ${isoSecond(pause.until)}: ${pause.reason}`;
}

/** Returns the pauses that are in force. */
export const pausesNow = (overrides: readonly Override[], now: Instant): readonly OverrideOf<'pause'>[] =>
  overrides.flatMap((known) => (known.kind === 'pause' && isInForce(known, now) ? [known] : []));

/** Reports whether a pause holds for a target. */
export const isPaused = (pause: OverrideOf<'pause'>, id: TargetId): boolean =>
  pause.project === undefined ||
  matchesTarget({ connection: pause.connection, project: pause.project }, targetOf(id));

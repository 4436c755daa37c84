import { assertNever } from '../model/assert-never.ts';
import type { Resource } from '../model/facts/resource.ts';
import type { Target } from '../model/ids.ts';
import { mayProtectResource, protectsResource } from '../model/rules/match.ts';
import { computeSpan, type Instant, spanInWords } from '../model/time/time.ts';
import type { Protection } from '../state/policy.ts';

/** Returns why a protection of the policy applies, or may apply, to a resource; `null` if it does not. */
export function whyProtected(
  protection: Protection,
  target: Target,
  resource: Resource,
  now: Instant,
): string | null {
  switch (protection.kind) {
    case 'matching':
      if (protectsResource(protection.match, target, resource, now)) return 'the policy protects it';
      return mayProtectResource(protection.match, target, resource, now)
        ? 'the policy may protect it: the platform does not report all the properties that decide this'
        : null;
    case 'younger-than': {
      if (resource.createdAt === null) return 'the platform does not report its age';
      const age = computeSpan(resource.createdAt, now);
      return age < protection.age ? `it is only ${spanInWords(age)} old` : null;
    }
    default:
      return assertNever(protection);
  }
}

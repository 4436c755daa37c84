import { type Resource, ResourceKind } from '../../model/facts/resource.ts';
import { type Target, toTarget } from '../../model/ids.ts';
import { matchesResource, matchesTarget, namesResources } from '../../model/rules/match.ts';
import type { Instant } from '../../model/time/time.ts';
import { judgedKinds, type Rule } from '../../rules/terms.ts';
import { whyProtected } from '../../rules/why-protected.ts';
import type { Head } from '../../state/head.ts';
import type { Protection } from '../../state/policy.ts';

/** A target with its resources, which are `null` for an account and for a project that was never polled. */
export type TargetWithResources = { readonly target: Target; readonly resources: readonly Resource[] | null };

export const inView = (heads: readonly Head[]): readonly TargetWithResources[] =>
  heads.map(({ target, observation }) => ({
    target: toTarget(target),
    resources:
      observation?.kind === 'project'
        ? observation.resources.filter(({ activity }) => activity !== 'gone')
        : null,
  }));

/** The targets and resources that a rule or a protection matches now. */
export type PolicyMatch = {
  readonly targets: readonly Target[];
  /** The matching resources; `null` for a rule that judges none, or if those of a project are unknown. */
  readonly resources: readonly Resource[] | null;
};

export function findRuleMatch(rule: Rule, seen: readonly TargetWithResources[], now: Instant): PolicyMatch {
  const matched = seen.filter(({ target }) => matchesTarget(rule.match, target));
  const targets = matched.map(({ target }) => target);
  const kinds = judgedKinds(rule) ?? (namesResources(rule.match) ? ResourceKind.options : null);
  if (kinds === null || matched.some(({ resources }) => resources === null))
    return { targets, resources: null };
  const resources = matched.flatMap(({ target, resources }) =>
    (resources ?? []).filter((it) => kinds.includes(it.kind) && matchesResource(rule.match, target, it, now)),
  );
  return { targets, resources };
}

/** Returns the resources that a protection matches now, including those that it may match. */
export function findProtectionMatch(
  protection: Protection,
  seen: readonly TargetWithResources[],
  now: Instant,
): PolicyMatch {
  const match = protection.kind === 'matching' ? protection.match : {};
  const matched = seen.filter(({ target }) => target.kind === 'project' && matchesTarget(match, target));
  return {
    targets: matched.map(({ target }) => target),
    resources: matched.some(({ resources }) => resources === null)
      ? null
      : matched.flatMap(({ target, resources }) =>
          (resources ?? []).filter((it) => whyProtected(protection, target, it, now) !== null),
        ),
  };
}

import type { Head } from '../model/head.ts';
import { targetOf, type VmId } from '../model/ids.ts';
import type { Intervals } from '../model/intervals.ts';
import { matchesResource } from '../model/match.ts';
import type { Part } from '../model/observation.ts';
import type { Policy } from '../model/policy.ts';
import { vmIdOf } from '../model/resource.ts';
import { stableHash } from '../model/stable-hash.ts';
import type { Instant, Span } from '../model/time.ts';

/** What to ask the cloud about a target this time, besides what is asked every time. */
export type LookPlan = {
  readonly spend: boolean;
  readonly volumes: boolean;
  /** VMs whose monitor samples are due, as far as the last sighting knows them. */
  readonly usage: readonly VmId[];
};

/**
 * Plans a look. Each interval's rounds begin at a moment of the target's own, so that a thousand
 * targets do not all ask for the same thing in the same poll.
 */
export function planLook(head: Head, policy: Policy, intervals: Intervals, now: Instant): LookPlan {
  const due = (part: Part, every: Span) => isDue(head, part, every, now);
  return {
    spend: due('spend', intervals.spendEvery),
    volumes: due('volumes', intervals.volumesEvery),
    usage: due('usage', intervals.usageEvery) ? vmsWorthWatching(head, policy) : [],
  };
}

function isDue(head: Head, part: Part, every: Span, now: Instant): boolean {
  const asked = head.askedAt[part];
  const seen = head.seenAt[part];
  // What was not answered whole is asked for again in the next poll: no alert waits out an interval for it.
  if (asked === undefined || seen === undefined || seen < asked) return true;
  const offset = stableHash(`${head.target}#${part}`) % every;
  return Math.floor((now - offset) / every) > Math.floor((asked - offset) / every);
}

/** Running VMs that an idle rule speaks of. */
function vmsWorthWatching(head: Head, policy: Policy): VmId[] {
  if (head.sighting?.kind !== 'project') return [];
  const target = targetOf(head.target);
  const rules = policy.rules.filter((rule) => rule.kind === 'idle');
  return head.sighting.resources
    .filter((resource) => resource.kind === 'vm' && resource.activity === 'running')
    .filter((resource) => rules.some((rule) => matchesResource(rule.match, target, resource)))
    .map((resource) => vmIdOf(resource));
}

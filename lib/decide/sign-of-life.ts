import { freshWithin, isBusy, isSilent, isWhole } from '../evaluate/idle.ts';
import type { Resource } from '../model/facts/resource.ts';
import { type UsagePoint, usageSlot } from '../model/facts/usage.ts';
import type { IdleRule } from '../model/rules/idle-rule.ts';
import { between, earlier, type Instant, isoInstant } from '../model/time/time.ts';

/**
 * Why a VM that was idle by one of these rules is so no longer, or may not be: what its newest samples show.
 * `null` when by one rule at least it still is.
 */
export function signOfLife(
  rules: readonly IdleRule[],
  { gpus }: Pick<Resource, 'gpus'>,
  points: readonly UsagePoint[],
  decidedAt: Instant,
  now: Instant,
): string | null {
  if (gpus > 0) return 'it has GPUs, whose use cannot be seen';
  let because = 'no rule calls it idle any more';
  for (const rule of rules) {
    const sign = byRule(rule, points, decidedAt, now);
    if (sign === null) return null;
    because = sign;
  }
  return because;
}

/** Samples reach us late: what was not yet shown to the decision may be older than it. */
function byRule(
  rule: IdleRule,
  points: readonly UsagePoint[],
  decidedAt: Instant,
  now: Instant,
): string | null {
  const newest = points.at(-1);
  // A sample without one of its figures tells nothing against a stop, and nothing for it.
  const told = points.findLast(isWhole);
  if (newest === undefined || told === undefined || between(told.at, now) > freshWithin)
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

import { freshWithin } from '../evaluate/idle.ts';
import { isBusy, isSignalled, isSilent, isWhole } from '../evaluate/idle-slots.ts';
import { knowsGpus, type UsagePoint, usageSlot } from '../model/facts/usage.ts';
import { useLimit } from '../model/facts/use-history.ts';
import type { Reread } from '../model/reread.ts';
import type { IdleRule } from '../model/rules/idle-rule.ts';
import { between, earlier, type Instant, isoSecond } from '../model/time/time.ts';

/**
 * Why a VM that was idle by one of these rules is so no longer, or may not be: what its newest samples and signals show.
 * `null` when by one rule at least it still is.
 */
export function signOfLife(
  rules: readonly IdleRule[],
  { resource: { gpus }, points, signals = [] }: Pick<Reread, 'resource' | 'points' | 'signals'>,
  decidedAt: Instant,
  now: Instant,
): string | null {
  const samples = [...points, ...signals].sort((left, right) => left.at - right.at);
  const known = samples.findLast((point) => knowsGpus(point, gpus));
  if (gpus > 0 && (known === undefined || between(known.at, now) > freshWithin))
    return 'it has GPUs, and no signal of the last 20 minutes tells that all of them are idle';
  let because = 'no rule calls it idle any more';
  for (const rule of rules) {
    const sign = bySignals(rule, samples, decidedAt) ?? byRule(rule, points, decidedAt, now);
    if (sign === null) return null;
    because = sign;
  }
  return because;
}

/** What signals show since shortly before the decision: no percentile forgives use that they show so late. */
function bySignals(rule: IdleRule, samples: readonly UsagePoint[], decidedAt: Instant): string | null {
  const since = earlier(decidedAt, freshWithin);
  const last = samples.findLast((point) => point.at > since && isSignalled(rule, point));
  return last === undefined ? null : `it came alive: in use by its signals at ${isoSecond(last.at)}`;
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
  const whole = points.findLast(isWhole);
  if (newest === undefined || whole === undefined || between(whole.at, now) > freshWithin)
    return 'no monitor sample tells whether it came alive';
  if (isSilent(rule, newest))
    return 'its guest does not answer a ping, so nothing tells whether it came alive';
  const recent = points.filter((point) => point.at > earlier(decidedAt, freshWithin));
  // A rule that learns has judged CPU by what counts as use there.
  const cpuBelow = rule.learned === undefined ? rule.cpuBelow : Math.max(rule.cpuBelow, useLimit);
  const busy = recent.filter((point) => isBusy({ ...rule, cpuBelow }, point));
  const last = busy.at(-1);
  if (last === undefined) return null;
  // A sample from just before may lie in a slot that had not ended; earlier ones are held against the rule.
  const isNews = last.at > earlier(decidedAt, usageSlot);
  const isTooMuch = busy.length * 100 > recent.length * (100 - rule.percentile);
  return isNews || isTooMuch ? `it came alive: in use at ${isoSecond(last.at)}` : null;
}

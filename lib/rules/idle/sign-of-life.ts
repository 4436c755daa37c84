import { knowsSignal, type SignalTimes, signalInWords } from '../../model/facts/signal-times.ts';
import {
  freshWithin,
  knowsGpus,
  type UsagePoint,
  type UsageSignal,
  usageSlot,
} from '../../model/facts/usage.ts';
import type { Reread } from '../../model/reread.ts';
import { computeSpan, earlier, type Instant, isoSecond } from '../../model/time/time.ts';
import { isBusy, isSignalled, isSilent, isWhole, selectNeededSignals } from './idle-slots.ts';
import type { IdleRule } from './terms.ts';

type ReadAgain = Pick<Reread, 'resource' | 'points' | 'signals' | 'signalsFault'> & {
  /** The signals that the VM ever had; those that a rule needs must be known now for a stop. */
  readonly had: SignalTimes;
  /** The figures of use that its cloud supports. */
  readonly supported: readonly UsageSignal[];
};

/**
 * Returns why a VM may no longer be idle, by its newest samples and signals; `null` if at least one rule still
 * finds it idle.
 */
export function signOfLife(
  rules: readonly IdleRule[],
  { resource: { gpus }, points, signals = [], signalsFault, had, supported }: ReadAgain,
  decidedAt: Instant,
  now: Instant,
): string | null {
  const fault = signalsFault === undefined ? '' : `; signals cannot be read: ${signalsFault.because}`;
  const samples = [...points, ...signals].sort((left, right) => left.at - right.at);
  const lastPoint = samples.findLast((point) => knowsGpus(point, gpus));
  if (gpus > 0 && (lastPoint === undefined || computeSpan(lastPoint.at, now) > freshWithin))
    return `it has GPUs, and no signal of the last 20 minutes shows that all of them are idle${fault}`;
  let because = 'no rule finds it idle any more';
  for (const rule of rules) {
    const isJobHidden = rule.logins === 'counted' && signalsFault?.hidesJobs === true;
    const missed = selectNeededSignals(rule, had).find((kind) => {
      const last = samples.findLast((point) => knowsSignal(kind, point, gpus));
      return last === undefined || computeSpan(last.at, now) > freshWithin;
    });
    const sign =
      bySignals(rule, samples, decidedAt) ??
      (missed === undefined
        ? null
        : `no signal of the last 20 minutes shows ${signalInWords(missed)}${fault}`) ??
      (isJobHidden ? `it is unknown whether a job marks it as in use${fault}` : null) ??
      byRule(rule, points, supported, decidedAt, now);
    if (sign === null) return null;
    because = sign;
  }
  return because;
}

/**
 * Returns the use that signals show since shortly before the decision; `null` if there is none. No percentile
 * excuses use this late.
 */
function bySignals(rule: IdleRule, samples: readonly UsagePoint[], decidedAt: Instant): string | null {
  const since = earlier(decidedAt, freshWithin);
  const last = samples.findLast((point) => point.at > since && isSignalled(rule, point));
  return last === undefined ? null : `it is busy again: in use by its signals at ${isoSecond(last.at)}`;
}

/**
 * Returns the use that samples show, or that none are fresh; `null` if a stop still holds. Samples arrive late, so
 * a new one may be older than the decision.
 */
function byRule(
  rule: IdleRule,
  points: readonly UsagePoint[],
  supported: readonly UsageSignal[],
  decidedAt: Instant,
  now: Instant,
): string | null {
  const newest = points.at(-1);
  // A sample that lacks one of its figures speaks neither for nor against a stop.
  const complete = points.findLast((point) => isWhole(point, supported));
  if (newest === undefined || complete === undefined || computeSpan(complete.at, now) > freshWithin)
    return 'no usage sample shows whether it is in use again';
  if (isSilent(rule, newest))
    return 'its guest does not answer a ping, so nothing shows whether it is in use again';
  const recent = points.filter((point) => point.at > earlier(decidedAt, freshWithin));
  // A learned rule counts CPU as use from its own limit, not from that of its window for young VMs.
  const cpuBelow = rule.learned?.inUse ?? rule.cpuBelow;
  const busy = recent.filter((point) => isBusy({ ...rule, cpuBelow }, point));
  const last = busy.at(-1);
  if (last === undefined) return null;
  // A sample from just before the decision may lie in a slot that had not ended; earlier ones count against the
  // rule's percentile.
  const isNews = last.at > earlier(decidedAt, usageSlot);
  const isTooMuch = busy.length * 100 > recent.length * (100 - rule.percentile);
  return isNews || isTooMuch ? `it is busy again: in use at ${isoSecond(last.at)}` : null;
}

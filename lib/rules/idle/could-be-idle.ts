import { joined, longestWait, type UsagePoint, usageSlot, type VmUsage } from '../../model/facts/usage.ts';
import { joinUsagePoints } from '../../model/facts/usage-points.ts';
import { computeSpan, type Instant, instant, later } from '../../model/time/time.ts';
import { mostBridged } from './bridged-holes.ts';
import { isBusy, isSilent, isWhole } from './idle-slots.ts';
import { selectWindow } from './idle-window.ts';
import { computeReachStart, getSupportedSignals, judgeVm, type SampledVm, toLearnedInput } from './judge.ts';
import { continuedUse, isRuledOutByRisk } from './learned/judge-learned.ts';
import { type IdleRule, isLearned } from './terms.ts';

/** A running VM with its usage samples, poll by poll, oldest first. */
export type UsedVm = Omit<SampledVm, 'points'> & { readonly usage: readonly VmUsage[] };

/**
 * True if a rule could find a VM idle by `last`, if all unknown slots up to then were quiet. A fixed window is
 * judged at the last slot only, since quiet slots only replace others. A learned rule depends on the hour of the
 * day, so it judges each slot.
 */
export function couldBeIdle(rule: IdleRule, { usage, ...vm }: UsedVm, last: Instant): boolean {
  const known = joinUsagePoints(usage, computeReachStart(rule, vm.resource, vm.at));
  if (!isLearned(rule)) return couldBeQuiet(rule, vm, known, last);
  const points = hopeful(known, vm.at, last);
  const rewindVm = (at: Instant): SampledVm => ({
    ...vm,
    points: points.filter((point) => point.at <= at),
    at,
  });
  const history = continuedUse(toLearnedInput(rule, rewindVm(last)));
  // A VM is judged at its newest sample, which ends a slot.
  const newest = known.at(-1)?.at ?? computeKnownEnd(vm.at);
  for (let at = later(newest, usageSlot); at <= last; at = later(at, usageSlot)) {
    if (isRuledOutByRisk(toLearnedInput(rule, rewindVm(at)), history, at)) continue;
    const { kind } = judgeVm(rule, rewindVm(at));
    if (kind === 'breached' || kind === 'suspect') return true;
  }
  return false;
}

/** True if enough slots of the window that ends at `until` are quiet or may still prove to be. */
function couldBeQuiet(
  rule: IdleRule,
  { resource, facts, at: now }: Pick<UsedVm, 'resource' | 'facts' | 'at'>,
  points: readonly UsagePoint[],
  until: Instant,
): boolean {
  const { slots, needed, since, window } = selectWindow(rule, resource, points, until);
  const signals = getSupportedSignals(facts);
  const settled = computeKnownEnd(now);
  const isSettled = ({ at }: UsagePoint) => at <= settled;
  const missing =
    Math.floor(computeSpan(since, settled) / usageSlot) - window.filter((point) => isSettled(point)).length;
  const lost = window.filter(
    (point) => isBusy(rule, point) || isSilent(rule, point) || (isSettled(point) && !isWhole(point, signals)),
  );
  return lost.length + Math.max(0, missing - mostBridged(resource, slots)) <= slots - needed;
}

/** Returns the instant up to which no more samples of a VM are expected. */
const computeKnownEnd = (now: Instant): Instant =>
  instant(Math.floor((now - 2 * longestWait) / usageSlot) * usageSlot);

/** Fills the unknown figures of recent slots, up to an instant, with quiet ones. */
function hopeful(points: readonly UsagePoint[], now: Instant, until: Instant): readonly UsagePoint[] {
  const from = computeKnownEnd(now);
  const pointAt = new Map(points.map((point) => [point.at, point]));
  const count = Math.floor((until - from) / usageSlot);
  const recent = Array.from({ length: count }, (_, slot): UsagePoint => {
    const at = instant(from + (slot + 1) * usageSlot);
    const quiet = { at, cpu: 0, network: 0, disk: 0, answers: true };
    const sampled = pointAt.get(at);
    return sampled === undefined ? quiet : joined(quiet, sampled);
  });
  return [...points.filter(({ at }) => at <= from), ...recent];
}

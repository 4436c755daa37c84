import type { UsagePoint } from '../../../../lib/model/facts/usage.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  instant,
  later,
  minutes,
} from '../../../../lib/model/time/time.ts';
import { type IdleRule, isLearned, type LearnedRule } from '../../../../lib/rules/idle/terms.ts';
import type { Policy } from '../../../../lib/state/policy.ts';
import type { Scenario } from '../../scenario.ts';
import type { TrueVm } from '../../world/true-resource.ts';
import { riskBy } from './scorer.ts';
import { certainUses, haveSlotInCommon, slot, slotEnd, worksOf } from './true-use.ts';

export const learnedRules = ({ rules }: Policy): readonly LearnedRule[] =>
  rules.flatMap((rule) => (rule.kind === 'idle' && isLearned(rule) ? [rule] : []));

/** Returns the fixed window by which other signals than CPU keep a VM from being found idle. */
export const bySignals = ({ learned: _, ...rule }: LearnedRule): IdleRule => ({
  ...rule,
  window: hours(4),
  cpuBelow: Number.POSITIVE_INFINITY,
});

/** Returns the fixed window of a VM that is not known for a day; `null` where the rule has none, or the VM is older. */
export function untilKnown({ learned, ...rule }: LearnedRule, vm: TrueVm, at: Instant): IdleRule | null {
  // Its first samples may have come later than the VM itself.
  const isYoung = at - vm.createdAt < days(1) + hours(12);
  return isYoung && learned.untilKnown !== null ? { ...rule, window: learned.untilKnown } : null;
}

/** Returns why a VM's past kept a rule that learns from finding it idle; `null` when it may not have. */
export function notIdleByPast(
  { learned: { inUse } }: LearnedRule,
  vm: TrueVm,
  newest: Instant,
): string | null {
  if (newest - vm.createdAt < days(1)) return `it is known for ${newest - vm.createdAt} ms only`;
  const last = { from: earlier(slotEnd(newest), hours(4)), until: earlier(newest, slot) };
  const busy = certainUses(vm, newest, inUse).find((use) => haveSlotInCommon(last, use));
  return busy === undefined ? null : `it was in use until ${busy.until}`;
}

/** Reports whether CPU certainly shows use at an instant. */
export const computes = ({ learned }: LearnedRule, vm: TrueVm, newest: Instant): boolean => {
  const end = { from: earlier(slotEnd(newest), slot), until: slotEnd(newest) };
  return certainUses(vm, newest, learned.inUse).some((use) => haveSlotInCommon(end, use));
};

/**
 * Reports whether a VM that nobody ever used has a risk well below the allowed one between two instants, whatever slots
 * its samples fall into. It must have run without a break for three days, with all its samples shown.
 */
export function isNeverUsed(
  { start }: Pick<Scenario, 'start'>,
  rule: LearnedRule,
  allowed: number,
  vm: TrueVm,
  from: Instant,
  until: Instant,
): boolean {
  const [boot, ...others] = vm.boots;
  if (boot === undefined || others.length > 0 || vm.blind.length > 0) return false;
  const since = later(slotEnd(boot.from), minutes(15));
  if (from - since < days(3) || worksOf(vm, until, 0.04).length > 0) return false;
  for (let at = fullHour(from); at <= later(until, hours(1)); at = later(at, hours(1)))
    if (highestRisk(vm, since, at, start, rule) * 100 > 0.8 * allowed) return false;
  return true;
}

const fullHour = (at: Instant): Instant => instant(Math.floor(at / hours(1)) * hours(1));
const risks = new WeakMap<TrueVm, Map<string, number>>();

/** Returns the risk of a VM without use, if the samples about the start are missing and the others as high as can be. */
function highestRisk(vm: TrueVm, since: Instant, now: Instant, start: Instant, rule: LearnedRule): number {
  const known = risks.get(vm) ?? new Map<string, number>();
  risks.set(vm, known);
  const { within, inUse } = rule.learned;
  const key = `${now} ${within} ${inUse}`;
  const points = new Map<number, UsagePoint>();
  for (let end = later(since, slot); !known.has(key) && end <= now; end = later(end, slot)) {
    // The first polls may ask for no samples, and the next replies do not reach back to those before the start.
    if (end < earlier(start, hours(1)) || end > later(start, hours(1)))
      points.set(end, { at: end, cpu: 4, network: 0, disk: 0, answers: true });
  }
  const risk = known.get(key) ?? riskBy(points, { rule, since, now }) ?? 1;
  known.set(key, risk);
  return risk;
}

import { findProtectionReason } from '../../decide/actions/protection.ts';
import type { ProjectObservation } from '../../model/facts/observation.ts';
import { castToVmId, priceNow, type Resource } from '../../model/facts/resource.ts';
import { findSignalTimes, type SignalTimes } from '../../model/facts/signal-times.ts';
import { freshWithin, type UsagePoint, type UsageSamples, usageSlot } from '../../model/facts/usage.ts';
import { joinUsagePoints, usageByVm } from '../../model/facts/usage-points.ts';
import {
  buildUseStretches,
  trimUseHistory,
  type UseHistory,
  type UseMeaning,
  type UseStretch,
  usualMeaning,
} from '../../model/facts/use-history.ts';
import { toTarget } from '../../model/ids.ts';
import { charge, chargeToMoney, free } from '../../model/money/money.ts';
import { matchesResource } from '../../model/rules/match.ts';
import {
  computeSpan,
  earlier,
  earliest,
  type Instant,
  instant,
  later,
  latest,
  milliseconds,
  type Span,
} from '../../model/time/time.ts';
import { isSignalled } from '../../rules/idle/idle-slots.ts';
import { getWindowSpan } from '../../rules/idle/idle-window.ts';
import { computeReachStart, judgeIdle } from '../../rules/idle/judge.ts';
import { computeCpuLoad } from '../../rules/idle/learned/load.ts';
import { replayStops } from '../../rules/idle/learned/replay-stops.ts';
import { computeStopRisk, leastQuiet } from '../../rules/idle/learned/risk.ts';
import { computeUseMeaning, getWrongStopSpan, type IdleRule, isLearned } from '../../rules/idle/terms.ts';
import { type FleetUse, followUse, useByMeaning } from '../../state/fleet-use.ts';
import type { Head } from '../../state/head.ts';
import type { Override } from '../../state/override.ts';
import type { Policy } from '../../state/policy.ts';
import { addRecords, comparedRisks, type IdleFindings, type IdleRecord, noRecord } from './found-idle.ts';

/** A project with its samples of the replayed time, oldest first. */
export type PastProject = {
  readonly head: Head;
  readonly samplings: readonly UsageSamples[];
  /** The stored use; `null` if there is none. */
  readonly use: FleetUse | null;
  readonly from: Instant;
  readonly policy: Policy;
  readonly overrides: readonly Override[];
  /** The interval at which VMs are judged. */
  readonly usageEvery: Span;
};

/**
 * Replays idle rules on a project's VMs, each by the first rule that matches it now. A VM that a rule would have stopped
 * counts as stopped until it was next used.
 */
export function replayIdleRules(past: PastProject): IdleRecord {
  const { head, samplings, from, policy, overrides } = past;
  const { target, observation } = head;
  const project = toTarget(target);
  if (observation?.kind !== 'project' || project.kind !== 'project') return noRecord;
  const rules = policy.rules.filter((rule) => rule.kind === 'idle');
  const usages = usageByVm(samplings);
  const meaning = computeUseMeaning(rules) ?? { ...usualMeaning, cpu: policy.inUse };
  const stored = useByMeaning(past.use, meaning);
  const fleet = followUse(stored, { usages, meaning, resources: observation.resources }, observation.at);
  let record = noRecord;
  for (const resource of observation.resources) {
    if (resource.kind !== 'vm' || resource.activity === 'gone') continue;
    const rule = rules.find(({ match }) => matchesResource(match, project, resource, observation.at));
    const isProtected =
      findProtectionReason({ policy, overrides, target, resource, now: observation.at }) !== null;
    if (rule === undefined || isProtected) {
      const skipped = rule === undefined ? { unmatched: 1 } : { protected: 1 };
      record = addRecords(record, { ...noRecord, ...skipped });
      continue;
    }
    const since = instant(Math.ceil(latest(from, resource.createdAt ?? from) / usageSlot) * usageSlot);
    const points = joinUsagePoints(usages.get(castToVmId(resource)) ?? [], since);
    const signals = findSignalTimes([{ points: points.toReversed() }], resource.gpus, null);
    const stretch = fleet.of.get(castToVmId(resource));
    const asked = milliseconds(Math.max(0, computeSpan(since, fleet.until)));
    const history = stretch && trimUseHistory(stretch, since);
    const findings =
      history === undefined
        ? noRecord
        : recordOfVm({ rule, observation, resource, points, signals, history, meaning, past });
    record = addRecords(record, { ...findings, asked, judged: 1, unpriced: resource.price === null ? 1 : 0 });
  }
  return record;
}

type PastVm = {
  readonly rule: IdleRule;
  readonly observation: ProjectObservation;
  readonly resource: Resource;
  readonly points: readonly UsagePoint[];
  /** The time when each kind of its signals was first known. */
  readonly signals: SignalTimes;
  readonly history: UseHistory;
  readonly meaning: UseMeaning;
  readonly past: PastProject;
};

function recordOfVm(vm: PastVm): IdleRecord {
  const { rule, resource, history, past } = vm;
  // A signal that a VM did not have at the time is not required of it.
  const stretches = buildUseStretches(history, {});
  const use = useBySlot(vm, stretches);
  const stop = rule.then.find((step) => step.kind === 'stop');
  const inSlots = (span: Span) => Math.ceil(span / usageSlot);
  const within = getWrongStopSpan(rule);
  const terms = {
    step: inSlots(past.usageEvery),
    notice: inSlots(stop?.after ?? milliseconds(0)),
    within: inSlots(within),
  };
  const find = (isIdle: (slot: number) => boolean): IdleFindings => {
    const tally = replayStops(use, { isIdle }, terms);
    const idle = milliseconds(tally.found * usageSlot);
    return { tally, spend: chargeToMoney(charge(priceNow(resource) ?? free, idle)) };
  };
  const risks = new Map<number, number>();
  const highest = Math.max(...comparedRisks);
  const learner = { ...rule, learned: { within, inUse: past.policy.inUse, risk: highest, untilKnown: null } };
  const computeSlotRisk = (slot: number): number => {
    const cachedRisk = risks.get(slot);
    if (cachedRisk !== undefined) return cachedRisk;
    // The signals beside CPU are costly to judge, and cannot lower the risk.
    const at = computeSlotEnd(history, slot);
    const recent = () =>
      vm.points.slice(findNextIndex(vm.points, earlier(at, leastQuiet)), findNextIndex(vm.points, at));
    const slotRisk =
      use[slot] === 'quiet'
        ? computeStopRisk(stretches, at, within, computeCpuLoad(recent(), at, vm.meaning.cpu))
        : null;
    const isLow = slotRisk !== null && slotRisk.risk * 100 <= highest;
    const figures = isLow ? findIdleFigures(learner, vm, slot) : null;
    const risk = (figures?.risk ?? Number.POSITIVE_INFINITY) * 100;
    risks.set(slot, risk);
    return risk;
  };
  const mayBeIdle = isLearned(rule) ? () => true : quietByCpu(vm);
  // A rule whose CPU limit is above that of the policy may stop a VM that is in use.
  const mayBeUsed = rule.cpuBelow > past.policy.inUse;
  return {
    ...noRecord,
    from: history.since,
    known: milliseconds(use.filter((one) => one !== 'unknown').length * usageSlot),
    byRisk: comparedRisks.map((risk) => find((slot) => computeSlotRisk(slot) <= risk)),
    asWritten: find(
      (slot) =>
        (mayBeUsed || use[slot] !== 'used') && mayBeIdle(slot) && findIdleFigures(rule, vm, slot) !== null,
    ),
  };
}

/** Returns a function that is true for a slot whose window has enough slots under the CPU limit of the rule. */
function quietByCpu({ rule, resource, history, points }: PastVm): (slot: number) => boolean {
  const slots = Math.ceil(getWindowSpan(rule, resource) / usageSlot);
  const needed = Math.ceil((slots * rule.percentile) / 100);
  const quiet = points.filter(({ cpu }) => cpu !== null && cpu < rule.cpuBelow);
  return (slot) => {
    const at = computeSlotEnd(history, slot);
    // The window ends with the newest sample, which may be some slots old.
    const from = earlier(at, milliseconds(slots * usageSlot + freshWithin));
    return findNextIndex(quiet, at) - findNextIndex(quiet, from) >= needed;
  };
}

/** Returns the figures of an idle VM at the end of a slot, from the samples known then; `null` if it is not idle. */
function findIdleFigures(rule: IdleRule, vmThen: PastVm, slot: number) {
  const { observation, resource, points, history, meaning, past } = vmThen;
  const at = computeSlotEnd(history, slot);
  const vm = castToVmId(resource);
  const window = points.slice(
    findNextIndex(points, computeReachStart(rule, resource, at)),
    findNextIndex(points, at),
  );
  const usage = [{ vm, points: window }];
  const [verdict] = judgeIdle(rule, {
    target: toTarget(past.head.target),
    observation: {
      ...observation,
      at,
      resources: [{ ...resource, activity: 'running' }],
      usage,
    },
    usages: usageByVm([{ at, usage }]),
    use: { until: at, meaning, of: new Map([[vm, untilThen(history, at)]]) },
    signals: { [vm]: selectKnownSignals(vmThen, at) },
    stops: [],
  });
  return verdict?.kind === 'breached' && verdict.figures?.kind === 'idle' ? verdict.figures : null;
}

/** Returns the kinds of signals that a VM had had by then, each with the time when it was first known. */
const selectKnownSignals = ({ signals }: PastVm, at: Instant): SignalTimes =>
  Object.fromEntries(Object.entries(signals).filter(([, first]) => first <= at));

const computeSlotEnd = ({ since }: UseHistory, slot: number): Instant =>
  later(since, milliseconds((slot + 1) * usageSlot));

/** Returns the index of the first point after an instant. */
function findNextIndex(points: readonly UsagePoint[], at: Instant): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? at) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the part of a history up to an instant. */
function untilThen({ since, spells }: UseHistory, at: Instant): UseHistory {
  const first = spells.findIndex(({ until }) => until >= at);
  const part = first < 0 ? spells : spells.slice(0, first + 1);
  return { since, spells: part.map((spell) => ({ ...spell, until: earliest(spell.until, at) })) };
}

/** Returns the use of a VM in each slot; a slot in which a signal exceeds a limit of the rule is `used`. */
function useBySlot({ rule, history, points }: PastVm, stretches: readonly UseStretch[]): UseStretch['use'][] {
  const use: UseStretch['use'][] = [];
  for (const stretch of stretches)
    while (computeSlotEnd(history, use.length) <= stretch.until) use.push(stretch.use);
  for (const point of points) {
    const slot = Math.round(computeSpan(history.since, point.at) / usageSlot) - 1;
    if (slot >= 0 && slot < use.length && isSignalled(rule, point)) use[slot] = 'used';
  }
  return use;
}

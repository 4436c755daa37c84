import { protectionOf } from '../../decide/actions/protection.ts';
import type { ProjectObservation } from '../../model/facts/observation.ts';
import { priceNow, type Resource, vmIdOf } from '../../model/facts/resource.ts';
import { type SignalTimes, signalTimesOf } from '../../model/facts/signal-times.ts';
import { freshWithin, type UsagePoint, type UsageSamples, usageSlot } from '../../model/facts/usage.ts';
import { pointsOf, usageByVm } from '../../model/facts/usage-points.ts';
import {
  stretchesOf,
  type UseHistory,
  type UseMeaning,
  type UseStretch,
  useSince,
  usualMeaning,
} from '../../model/facts/use-history.ts';
import { targetOf } from '../../model/ids.ts';
import { charge, chargeToMoney, free } from '../../model/money/money.ts';
import { matchesResource } from '../../model/rules/match.ts';
import {
  between,
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
import { windowFor } from '../../rules/idle/idle-window.ts';
import { judgeIdle, reachFrom } from '../../rules/idle/judge.ts';
import { loadAt } from '../../rules/idle/learned/load.ts';
import { replayStops } from '../../rules/idle/learned/replay-stops.ts';
import { leastQuiet, riskAt } from '../../rules/idle/learned/risk.ts';
import { type IdleRule, isLearned, useMeaningOf, wrongWithinOf } from '../../rules/idle/terms.ts';
import { type FleetUse, followUse, useByMeaning } from '../../state/fleet-use.ts';
import type { Head } from '../../state/head.ts';
import type { Override } from '../../state/override.ts';
import type { Policy } from '../../state/policy.ts';
import { addRecords, comparedRisks, type IdleFindings, type IdleRecord, noRecord } from './found-idle.ts';

/** A project with its samples of the time asked about, oldest first. */
export type PastProject = {
  readonly head: Head;
  readonly samplings: readonly UsageSamples[];
  /** The stored use; `null` where no rule learns. */
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
export function recordOf(past: PastProject): IdleRecord {
  const { head, samplings, from, policy, overrides } = past;
  const { target, observation } = head;
  const project = targetOf(target);
  if (observation?.kind !== 'project' || project.kind !== 'project') return noRecord;
  const rules = policy.rules.filter((rule) => rule.kind === 'idle');
  const usages = usageByVm(samplings);
  const meaning = useMeaningOf(rules) ?? { ...usualMeaning, cpu: policy.inUse };
  const stored = useByMeaning(past.use, meaning);
  const fleet = followUse(stored, { usages, meaning, resources: observation.resources }, observation.at);
  let record = noRecord;
  for (const resource of observation.resources) {
    if (resource.kind !== 'vm' || resource.activity === 'gone') continue;
    const rule = rules.find(({ match }) => matchesResource(match, project, resource, observation.at));
    const isProtected = protectionOf({ policy, overrides, target, resource, now: observation.at }) !== null;
    if (rule === undefined || isProtected) {
      const left = rule === undefined ? { unmatched: 1 } : { protected: 1 };
      record = addRecords(record, { ...noRecord, ...left });
      continue;
    }
    const since = instant(Math.ceil(latest(from, resource.createdAt ?? from) / usageSlot) * usageSlot);
    const points = pointsOf(usages.get(vmIdOf(resource)) ?? [], since);
    const signals = signalTimesOf([{ points: points.toReversed() }], resource.gpus, null);
    const stretch = fleet.of.get(vmIdOf(resource));
    const asked = milliseconds(Math.max(0, between(since, fleet.until)));
    const history = stretch && useSince(stretch, since);
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
  // What a signal would have told is not held against a VM that had none at the time.
  const stretches = stretchesOf(history, {});
  const use = useBySlot(vm, stretches);
  const stop = rule.then.find((step) => step.kind === 'stop');
  const inSlots = (span: Span) => Math.ceil(span / usageSlot);
  const within = wrongWithinOf(rule);
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
  const riskIn = (slot: number): number => {
    const cachedRisk = risks.get(slot);
    if (cachedRisk !== undefined) return cachedRisk;
    // The signals beside CPU are costly to judge, and cannot lower the risk.
    const at = endOf(history, slot);
    const recent = () => vm.points.slice(after(vm.points, earlier(at, leastQuiet)), after(vm.points, at));
    const slotRisk =
      use[slot] === 'quiet' ? riskAt(stretches, at, within, loadAt(recent(), at, vm.meaning.cpu)) : null;
    const isLow = slotRisk !== null && slotRisk.risk * 100 <= highest;
    const figures = isLow ? idleAt(learner, vm, slot) : null;
    const risk = (figures?.risk ?? Number.POSITIVE_INFINITY) * 100;
    risks.set(slot, risk);
    return risk;
  };
  const mayBeIdle = isLearned(rule) ? () => true : quietByCpu(vm);
  // A rule that takes more CPU for idle than the policy may stop a VM that is in use.
  const mayBeUsed = rule.cpuBelow > past.policy.inUse;
  return {
    ...noRecord,
    from: history.since,
    known: milliseconds(use.filter((one) => one !== 'unknown').length * usageSlot),
    byRisk: comparedRisks.map((risk) => find((slot) => riskIn(slot) <= risk)),
    asWritten: find(
      (slot) => (mayBeUsed || use[slot] !== 'used') && mayBeIdle(slot) && idleAt(rule, vm, slot) !== null,
    ),
  };
}

/** Returns whether enough slots of the window of a rule were under its limit for CPU, without which no VM is idle. */
function quietByCpu({ rule, resource, history, points }: PastVm): (slot: number) => boolean {
  const slots = Math.ceil(windowFor(rule, resource) / usageSlot);
  const needed = Math.ceil((slots * rule.percentile) / 100);
  const quiet = points.filter(({ cpu }) => cpu !== null && cpu < rule.cpuBelow);
  return (slot) => {
    const at = endOf(history, slot);
    // The window ends with the newest sample, which may be some slots old.
    const from = earlier(at, milliseconds(slots * usageSlot + freshWithin));
    return after(quiet, at) - after(quiet, from) >= needed;
  };
}

/** Returns the figures of an idle VM at the end of a slot, by the samples that were known then; `null` if it is not idle. */
function idleAt(rule: IdleRule, vmThen: PastVm, slot: number) {
  const { observation, resource, points, history, meaning, past } = vmThen;
  const at = endOf(history, slot);
  const vm = vmIdOf(resource);
  const window = points.slice(after(points, reachFrom(rule, resource, at)), after(points, at));
  const usage = [{ vm, points: window }];
  const [verdict] = judgeIdle(rule, {
    target: targetOf(past.head.target),
    observation: {
      ...observation,
      at,
      resources: [{ ...resource, activity: 'running' }],
      usage,
    },
    usages: usageByVm([{ at, usage }]),
    use: { until: at, meaning, of: new Map([[vm, untilThen(history, at)]]) },
    signals: { [vm]: signalsBy(vmThen, at) },
    stops: [],
  });
  return verdict?.kind === 'breached' && verdict.figures?.kind === 'idle' ? verdict.figures : null;
}

/** Returns the kinds of signals that a VM had by then, each with the time when it was first known. */
const signalsBy = ({ signals }: PastVm, at: Instant): SignalTimes =>
  Object.fromEntries(Object.entries(signals).filter(([, first]) => first <= at));

const endOf = ({ since }: UseHistory, slot: number): Instant =>
  later(since, milliseconds((slot + 1) * usageSlot));

/** Returns the index of the first point after an instant. */
function after(points: readonly UsagePoint[], at: Instant): number {
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

/** Returns the use of a VM slot by slot, with what signals show of its GPUs and logins by the limits of its own rule. */
function useBySlot({ rule, history, points }: PastVm, stretches: readonly UseStretch[]): UseStretch['use'][] {
  const use: UseStretch['use'][] = [];
  for (const stretch of stretches) while (endOf(history, use.length) <= stretch.until) use.push(stretch.use);
  for (const point of points) {
    const slot = Math.round(between(history.since, point.at) / usageSlot) - 1;
    if (slot >= 0 && slot < use.length && isSignalled(rule, point)) use[slot] = 'used';
  }
  return use;
}

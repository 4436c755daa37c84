import { notRunning } from '../../model/facts/at-rest.ts';
import { castToVmId, getEpisode, type Resource, toResourceSubject } from '../../model/facts/resource.ts';
import {
  freshWithin,
  gpuRemedy,
  knowsGpus,
  type UsagePoint,
  type UsageSignal,
} from '../../model/facts/usage.ts';
import { joinUsagePoints } from '../../model/facts/usage-points.ts';
import { trimUseHistory, type UseHistory, usualMeaning } from '../../model/facts/use-history.ts';
import type { Subject } from '../../model/ids.ts';
import { matchesResource } from '../../model/rules/match.ts';
import {
  computeSpan,
  earlier,
  type Instant,
  isoSecond,
  latest,
  milliseconds,
  spanInWords,
} from '../../model/time/time.ts';
import { counted } from '../../model/words.ts';
import { samplesBeside } from '../../state/fleet-use.ts';
import type { Facts } from '../facts.ts';
import { atOnce, describeCoolOffPeriod, type Judge, type Restraint, type TimingSelector } from '../judge.ts';
import { missingFact, missingState } from '../missing-fact.ts';
import type { Verdict } from '../verdict.ts';
import { believed } from './believed.ts';
import { bridgedSlots } from './bridged-holes.ts';
import { computeIdleFigures } from './idle-figures.ts';
import { countSlots, isGpuBusy, type SlotInput } from './idle-slots.ts';
import { getWindowSpan, selectWindow } from './idle-window.ts';
import {
  bridgedInWords,
  formatSlotLimits,
  gpuUseInWords,
  heldInWords,
  missingSamples,
  missingSamplesInWords,
  newestDoubtInWords,
} from './idle-words.ts';
import { judgeLearned, type LearnedRuleInput } from './learned/judge-learned.ts';
import { judgeRestarted, windowBegan } from './restarted.ts';
import { signOfLife } from './sign-of-life.ts';
import {
  computeReach,
  computeUseMeaning,
  type IdleRule,
  isLearned,
  type LearnedRule,
  windowReach,
} from './terms.ts';
import { withoutLoginsInWords } from './unseen-logins.ts';

export type IdleFacts = Pick<
  Facts,
  'target' | 'observation' | 'usages' | 'signals' | 'use' | 'stops' | 'restarts' | 'doubted'
>;

/**
 * Judges whether VMs have been quiet on every signal for the rule's window. It judges only VMs whose
 * samples came with this observation; verdicts on the others stand until their samples come.
 */
export function judgeIdle(rule: IdleRule, facts: IdleFacts): Verdict[] {
  const { target, observation, usages } = facts;
  if (target.kind !== 'project' || observation.kind !== 'project') return [];
  const verdicts: Verdict[] = [];
  const sampled = new Set(observation.usage.map((usage) => usage.vm));
  for (const resource of observation.resources) {
    if (resource.kind !== 'vm' || !matchesResource(rule.match, target, resource, observation.at)) continue;
    const subject = toResourceSubject(target.id, resource);
    if (resource.activity !== 'running') {
      verdicts.push(judgeResting(rule, subject, resource));
      continue;
    }
    const vm = castToVmId(resource);
    if (!sampled.has(vm)) {
      verdicts.push(...judgeRestarted(rule, { subject, resource, facts, at: observation.at }));
      continue;
    }
    const points = joinUsagePoints(usages.get(vm) ?? [], computeReachStart(rule, resource, observation.at));
    const use = facts.use?.of.get(vm);
    verdicts.push(
      believed(judgeVm(rule, { subject, resource, points, use, facts, at: observation.at }), vm, facts),
    );
  }
  return verdicts;
}

/** A running VM at a moment: its samples, oldest first, and its use in the weeks before. */
export type SampledVm = {
  readonly subject: Subject;
  readonly resource: Resource;
  readonly points: readonly UsagePoint[];
  readonly use: UseHistory | undefined;
  /** The facts of its project. */
  readonly facts: IdleFacts;
  readonly at: Instant;
};

/** Returns the figures of use that the cloud of a project supports. */
export const getSupportedSignals = ({ observation }: IdleFacts): readonly UsageSignal[] =>
  observation.kind === 'project' ? observation.signals : [];

/**
 * Judges a running VM by its samples. After a restart that answered an announcement, the window begins anew: until
 * it has passed, only use is found.
 */
export function judgeVm(rule: IdleRule, vm: SampledVm): Verdict {
  const verdict = judgeSinceBegun(rule, vm);
  if (verdict.kind !== 'breached') return verdict;
  const without = withoutLoginsInWords(rule, castToVmId(vm.resource), vm.facts.signals);
  return without === '' ? verdict : { ...verdict, because: `${verdict.because}${without}` };
}

function judgeSinceBegun(rule: IdleRule, vm: SampledVm): Verdict {
  const begun = windowBegan(rule, vm);
  if (begun === null) return judgeSampled(rule, vm);
  const verdict = judgeSampled(rule, { ...vm, points: vm.points.filter(({ at }) => at > begun) });
  const [restarted] = verdict.kind === 'unknown' ? judgeRestarted(rule, vm, freshWithin) : [];
  return restarted ?? verdict;
}

function judgeSampled(rule: IdleRule, vm: SampledVm): Verdict {
  const { resource, points, at } = vm;
  // Points may reach further back than the window.
  const byWindow = (by: IdleRule) => {
    const from = earlier(at, computeReach(getWindowSpan(by, resource)));
    return judgePoints(by, { ...vm, points: points.filter((point) => point.at > from) });
  };
  return isLearned(rule) ? judgeLearned(toLearnedInput(rule, vm), byWindow) : judgePoints(rule, vm);
}

export function toLearnedInput(rule: LearnedRule, vm: SampledVm): LearnedRuleInput {
  const { subject, resource, points, use, facts } = vm;
  const history = use === undefined ? null : trimUseHistory(use, clampToCreation(resource, use.since));
  const meaning = facts.use?.meaning ?? computeUseMeaning([rule]) ?? usualMeaning;
  const { gpus } = resource;
  const signals = facts.signals[castToVmId(resource)] ?? {};
  const had = { gpus: signals.gpus, logins: rule.logins === 'counted' ? signals.logins : undefined };
  return { rule, subject, gpus, had, history, meaning, points, stops: facts.stops, lateBy: freshWithin };
}

/** Returns the later of an instant and the creation of a VM, before which another VM had its id. */
const clampToCreation = ({ createdAt }: Resource, at: Instant): Instant =>
  createdAt === null ? at : latest(at, createdAt);
/** Returns the time from which a rule needs the samples of a VM. */
export const computeReachStart = (rule: IdleRule, resource: Resource, at: Instant): Instant => {
  const reach = isLearned(rule)
    ? milliseconds(Math.max(windowReach(rule), samplesBeside))
    : computeReach(getWindowSpan(rule, resource));
  return clampToCreation(resource, earlier(at, reach));
};

function judgeResting(rule: IdleRule, subject: Subject, vm: Resource): Verdict {
  const kind = vm.activity === 'unknown' || vm.activity === 'changing' ? 'unknown' : 'clear';
  const because = notRunning(vm.state);
  const identity = { rule: rule.name, subject, episode: getEpisode(vm) };
  return { ...identity, kind, because, figures: null, lacks: missingState(vm) };
}

/**
 * Counts quiet slots against all slots of the window, so a slot that is missing counts as one that
 * was not quiet: fewer samples can never make a VM idle. A slot is quiet on all signals or not at all,
 * which is stricter than the same percentile of each signal by itself.
 */
function judgePoints(rule: IdleRule, { subject, resource: vm, points, at: now, facts }: SampledVm): Verdict {
  const had = facts.signals[castToVmId(vm)] ?? {};
  const identity = { rule: rule.name, subject, episode: getEpisode(vm) };
  const isBlind = vm.gpus > 0 && had.gpus === undefined && points.every(({ gpu }) => gpu === undefined);
  const gpus = isBlind ? 0 : vm.gpus;
  const isFresh = ({ at }: UsagePoint) => computeSpan(at, now) <= freshWithin;
  // Signals may come later than the platform's samples: the window ends where both are known.
  const newest = points.findLast((point) => knowsGpus(point, gpus) && isFresh(point)) ?? points.at(-1);
  if (newest === undefined || !isFresh(newest)) {
    const because = 'not enough data: no usage sample in the last 20 minutes';
    return {
      ...identity,
      kind: 'unknown',
      because,
      figures: null,
      lacks: missingFact('usage', 'its usage samples'),
    };
  }
  const { length, slots, needed, window, since } = selectWindow(rule, vm, points, newest.at);
  const judged: SlotInput = { rule, gpus, signals: getSupportedSignals(facts), had, newest: newest.at };
  const count = countSlots(judged, window);
  const over = spanInWords(length);
  const quietShare = `${count.quiet} of ${slots} samples in ${over} were under ${formatSlotLimits(judged)}`;
  const figures = computeIdleFigures(rule, vm, window, since);
  if (count.busy > slots - needed) {
    const because = `in use: ${count.busy} of ${slots} samples in ${over} over the limit (at most ${slots - needed} allowed)`;
    return { ...identity, kind: 'clear', because, figures };
  }
  // An idle GPU shows 0 %. One busy slot is work, which no percentile forgives.
  const working = window.findLast((point) => isGpuBusy(rule, point));
  if (working !== undefined) {
    const because = `in use: ${gpuUseInWords(rule, working)} at ${isoSecond(working.at)}; idle is under ${rule.gpuBelow} % in all of ${over}`;
    return { ...identity, kind: 'clear', because, figures };
  }
  const bridged = bridgedSlots(judged, points, { since, slots });
  if (count.quiet + bridged < needed || count.gpusKnown + bridged < slots) {
    const coverage =
      window.length < needed
        ? `${window.length} of ${slots} samples in ${over}`
        : `${quietShare}; samples cover ${window.length} of ${slots} slots`;
    const missing = missingSamplesInWords(judged, window, count, slots);
    const because = [`not enough data: ${coverage}`, ...missing].join('; ');
    return { ...identity, kind: 'unknown', because, figures, lacks: missingSamples(judged, window, now) };
  }
  if (isBlind) {
    const because = `${quietShare}, but it has ${counted(vm.gpus, 'GPU')} whose use is unknown: with busy GPUs, these samples would look the same; ${newestDoubtInWords(window) ?? gpuRemedy}`;
    return { ...identity, kind: 'suspect', because, figures };
  }
  const because = `${quietShare}${bridgedInWords(bridged)}${heldInWords(figures, over)}`;
  return { ...identity, kind: 'breached', severity: 'warning', level: null, because, figures };
}

export const idleJudge: Judge<IdleRule> = {
  judge: judgeIdle,
};

export const idleTiming: TimingSelector<IdleRule> = ({ repeat }) => ({
  for: atOnce,
  resolveAfter: atOnce,
  repeat,
});

export const idleRestraint: Restraint<IdleRule> = {
  whyNotStop: (rule, input) => signOfLife([rule], input, input.intent.decidedAt, input.now),
  whyLeftAlone: describeCoolOffPeriod,
};

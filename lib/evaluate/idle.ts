import { samplesBeside, settledAt } from '../model/facts/fleet-use.ts';
import { episodeOf, type Resource, subjectOf, vmIdOf } from '../model/facts/resource.ts';
import {
  gpuRemedy,
  joined,
  knowsGpus,
  longestWait,
  type UsagePoint,
  usageSlot,
  type VmUsage,
} from '../model/facts/usage.ts';
import { pointsOf, usageByVm } from '../model/facts/usage-points.ts';
import { type UseHistory, useSince } from '../model/facts/use-history.ts';
import type { Subject } from '../model/ids.ts';
import type { IdleFigures } from '../model/rules/figures.ts';
import type { IdleRule } from '../model/rules/idle-rule.ts';
import { matchesResource } from '../model/rules/match.ts';
import type { Verdict } from '../model/rules/verdict.ts';
import {
  between,
  earlier,
  type Instant,
  instant,
  isoSecond,
  later,
  latest,
  milliseconds,
  minutes,
  type Span,
  spanInWords,
} from '../model/time/time.ts';
import { counted } from '../model/words.ts';
import type { Facts } from './facts.ts';
import { countSlots, hasLogins, isGpuBusy, type Judged } from './idle-slots.ts';
import { heldInWords, lackingInWords, limitsOf } from './idle-words.ts';
import { judgeLearned } from './learned/judge-learned.ts';
import { similarIn, type UseFacts } from './learned/similar-use.ts';

export type IdleFacts = Pick<Facts, 'target' | 'observation'> & UseFacts;

/** The delay with which samples may arrive; if the newest one is older, it proves nothing about the present. */
export const freshWithin: Span = minutes(20);

/**
 * Judges whether VMs have been quiet on every signal for the rule's window. It judges only VMs whose
 * samples came with this observation; verdicts on the others stand until their samples come.
 */
export function judgeIdle(rule: IdleRule, facts: IdleFacts): Verdict[] {
  const { target, observation } = facts;
  if (target.kind !== 'project' || observation.kind !== 'project') return [];
  const verdicts: Verdict[] = [];
  const sampled = new Set(observation.usage.map((usage) => usage.vm));
  const usages = usageByVm([...facts.samplings, observation]);
  for (const resource of observation.resources) {
    if (resource.kind !== 'vm' || !matchesResource(rule.match, target, resource, observation.at)) continue;
    const subject = subjectOf(target.project, resource);
    if (resource.activity !== 'running') {
      verdicts.push(judgeResting(rule, subject, resource));
      continue;
    }
    const vm = vmIdOf(resource);
    if (!sampled.has(vm)) continue;
    const points = pointsOf(usages.get(vm) ?? [], reachFrom(rule, resource, observation.at));
    const use = facts.use?.of.get(vm);
    verdicts.push(judgeVm(rule, { subject, resource, points, use, facts, at: observation.at }));
  }
  return verdicts;
}

/** A running VM at a moment: its samples, oldest first, and its use in the weeks before. */
type SampledVm = {
  readonly subject: Subject;
  readonly resource: Resource;
  readonly points: readonly UsagePoint[];
  readonly use: UseHistory | undefined;
  /** Those of its project. */
  readonly facts: IdleFacts;
  readonly at: Instant;
};

function judgeVm(rule: IdleRule, vm: SampledVm): Verdict {
  const { subject, resource, points, use, facts, at } = vm;
  const byWindow = (by: IdleRule) => judgePoints(by, subject, resource, points, at);
  const { learned } = rule;
  if (learned === undefined) return byWindow(rule);
  const history = use === undefined ? null : useSince(use, sinceItWas(resource, use.since));
  // Signals may come later than the platform's samples: CPU is judged where it is known.
  const newest = points.findLast((point) => point.cpu !== null && between(point.at, at) <= freshWithin);
  const now = (newest ?? points.at(-1))?.at;
  const around = (known: UseHistory, own: number) =>
    similarIn(facts, learned.inUse).around(vmIdOf(resource), known, own, settledAt(at));
  return judgeLearned({ rule, learned, history, points, stops: facts.stops, around, now, byWindow });
}

/** The history of an earlier VM with the same id is not this one's. */
const sinceItWas = ({ createdAt }: Resource, at: Instant): Instant =>
  createdAt === null ? at : latest(at, createdAt);
const reachFrom = (rule: IdleRule, resource: Resource, at: Instant): Instant => {
  const reach = rule.learned === undefined ? reachFor(windowFor(rule, resource)) : windowReach(rule);
  return sinceItWas(resource, earlier(at, reach));
};

/** A running VM with its usage samples, poll by poll, oldest first. */
export type UsedVm = Omit<SampledVm, 'points'> & { readonly usage: readonly VmUsage[] };

/**
 * Reports whether a rule could find a VM idle in the slots from `first` to `last`, if all unknown slots were quiet. For a
 * fixed window the last slot decides, since quiet slots only replace others; a learned rule depends on the hour of the
 * day, so it judges each slot.
 */
export function couldBeIdle(
  rule: IdleRule,
  { usage, ...vm }: UsedVm,
  { first, last }: { readonly first: Instant; readonly last: Instant },
): boolean {
  const points = hopeful(pointsOf(usage, reachFrom(rule, vm.resource, vm.at)), vm.at, last);
  const from = rule.learned === undefined ? last : first;
  for (let at = from; at <= last; at = later(at, usageSlot)) {
    const { kind } = judgeVm(rule, { ...vm, points: points.filter((point) => point.at <= at), at });
    if (kind === 'breached' || kind === 'suspect') return true;
  }
  return false;
}

/** Adds a quiet slot for each one of the last hours, and until an instant, that is unknown. */
function hopeful(points: readonly UsagePoint[], now: Instant, until: Instant): readonly UsagePoint[] {
  const from = instant(Math.floor((now - 2 * longestWait) / usageSlot) * usageSlot);
  const known = new Map(points.map((point) => [point.at, point]));
  const count = Math.floor((until - from) / usageSlot);
  const recent = Array.from({ length: count }, (_, slot): UsagePoint => {
    const at = instant(from + (slot + 1) * usageSlot);
    const quiet = { at, cpu: 0, network: 0, disk: 0, answers: true };
    const sampled = known.get(at);
    return sampled === undefined ? quiet : joined(quiet, sampled);
  });
  return [...points.filter(({ at }) => at <= from), ...recent];
}

/** Returns how much history of usage samples a rule needs. */
export const windowReach = ({ window, gpuWindow, learned }: IdleRule): Span =>
  reachFor(
    milliseconds(Math.max(window, gpuWindow, ...(learned ? [learned.untilKnown ?? 0, samplesBeside] : []))),
  );
const reachFor = (window: Span): Span => milliseconds(window + freshWithin + usageSlot);

/** Returns the window of a rule for a VM. */
export const windowFor = (
  { window, gpuWindow }: Pick<IdleRule, 'window' | 'gpuWindow'>,
  { gpus }: Pick<Resource, 'gpus'>,
): Span => (gpus > 0 ? gpuWindow : window);

function judgeResting(rule: IdleRule, subject: Subject, vm: Resource): Verdict {
  const kind = vm.activity === 'unknown' || vm.activity === 'changing' ? 'unknown' : 'clear';
  const because = `is not running (${vm.state})`;
  return { kind, rule: rule.name, subject, episode: episodeOf(vm), because, figures: null };
}

/**
 * Counts quiet slots against all slots of the window, so a slot that is missing counts as one that
 * was not quiet: fewer samples can never make a VM idle. A slot is quiet on all signals or not at all,
 * which is stricter than the same percentile of each signal by itself.
 */
function judgePoints(
  rule: IdleRule,
  subject: Subject,
  vm: Resource,
  points: readonly UsagePoint[],
  now: Instant,
): Verdict {
  const about = { rule: rule.name, subject, episode: episodeOf(vm) };
  const isBlind = vm.gpus > 0 && points.every(({ gpu }) => gpu === undefined);
  const gpus = isBlind ? 0 : vm.gpus;
  const isFresh = ({ at }: UsagePoint) => between(at, now) <= freshWithin;
  // Signals may come later than the platform's samples: the window ends where both are known.
  const newest = points.findLast((point) => knowsGpus(point, gpus) && isFresh(point)) ?? points.at(-1);
  if (newest === undefined || !isFresh(newest)) {
    const because = 'not enough data: no usage sample in the last 20 minutes';
    return { ...about, kind: 'unknown', because, figures: null };
  }
  const length = windowFor(rule, vm);
  const slots = Math.ceil(length / usageSlot);
  const since = earlier(newest.at, milliseconds(slots * usageSlot));
  const window = points.filter((point) => point.at > since);
  const needed = Math.ceil((slots * rule.percentile) / 100);
  const judged: Judged = { rule, gpus, hasLogins: hasLogins(rule, window), newest: newest.at };
  const count = countSlots(judged, window);
  const over = spanInWords(length);
  const quietShare = `${count.quiet} of ${slots} samples in ${over} were under ${limitsOf(judged)}`;
  const figures = figuresOf(rule, vm, window, since);
  if (count.busy > slots - needed) {
    const because = `in use: ${count.busy} of ${slots} samples in ${over} over the limit (at most ${slots - needed} allowed)`;
    return { ...about, kind: 'clear', because, figures };
  }
  // An idle GPU shows 0 %. One busy slot is work, which no percentile forgives.
  const working = window.findLast((point) => isGpuBusy(rule, point));
  if (working !== undefined) {
    const because = `in use: a GPU was ${working.gpu?.busiest} % busy at ${isoSecond(working.at)}; idle is under ${rule.gpuBelow} % in all of ${over}`;
    return { ...about, kind: 'clear', because, figures };
  }
  if (count.quiet < needed || count.gpusKnown < slots) {
    const because = `not enough data: ${quietShare}; ${lackingInWords(judged, window, count, slots)}`;
    return { ...about, kind: 'unknown', because, figures };
  }
  if (isBlind) {
    const because = `${quietShare}, but it has ${counted(vm.gpus, 'GPU')} whose use is unknown: busy GPUs look the same; ${gpuRemedy}`;
    return { ...about, kind: 'suspect', because, figures };
  }
  const because = `${quietShare}${heldInWords(figures, over)}`;
  return { ...about, kind: 'breached', severity: 'warning', level: null, because, figures };
}

function figuresOf(rule: IdleRule, vm: Resource, window: readonly UsagePoint[], since: Instant): IdleFigures {
  const room = new Float64Array(window.length);
  const percentile = (signal: Signal) => percentileOf(window, signal, rule.percentile, room);
  const gpus = window.flatMap(({ gpu }) => gpu ?? []);
  const busiest = Math.max(...gpus.map((gpu) => gpu.busiest));
  return {
    kind: 'idle',
    since,
    points: window.length,
    cpu: percentile('cpu'),
    network: percentile('network'),
    disk: percentile('disk'),
    price: vm.price,
    ...(gpus.length > 0 && { gpu: { busiest, memory: gpus.at(-1)?.memory ?? null } }),
  };
}

type Signal = 'cpu' | 'network' | 'disk';

/**
 * Returns the nearest-rank percentile of the known figures. It is computed for every VM at every poll, and
 * numbers sort several times faster in a typed array, `room`, than in a list with a comparator.
 */
function percentileOf(
  points: readonly UsagePoint[],
  signal: Signal,
  percentile: number,
  room: Float64Array,
): number | null {
  let count = 0;
  for (const point of points) {
    const figure = point[signal];
    if (figure !== null) room[count++] = figure;
  }
  return room.subarray(0, count).sort()[Math.ceil((count * percentile) / 100) - 1] ?? null;
}

import { episodeOf, type Resource, subjectOf, vmIdOf } from '../model/facts/resource.ts';
import {
  neverAnswers,
  pingRemedy,
  type Sampling,
  type UsagePoint,
  usageSlot,
  type VmUsage,
} from '../model/facts/usage.ts';
import type { Subject, VmId } from '../model/ids.ts';
import type { IdleFigures } from '../model/rules/figures.ts';
import type { IdleRule } from '../model/rules/idle-rule.ts';
import { matchesResource } from '../model/rules/match.ts';
import type { Verdict } from '../model/rules/verdict.ts';
import {
  between,
  earlier,
  type Instant,
  latest,
  milliseconds,
  minutes,
  type Span,
  spanInWords,
} from '../model/time/time.ts';
import type { Facts } from './facts.ts';

/** The facts that an idle rule judges. */
export type IdleFacts = Pick<Facts, 'target' | 'observation' | 'samplings'>;

/** How late samples may arrive; a newest one older than this proves nothing about the present. */
export const freshWithin: Span = minutes(20);

/**
 * Judges whether VMs have been quiet on every signal for the rule's window. It judges only VMs whose
 * samples came with this observation; verdicts on the others stand until their samples come.
 */
export function judgeIdle(rule: IdleRule, facts: IdleFacts): Verdict[] {
  const { target, observation } = facts;
  if (target.kind !== 'project' || observation.kind !== 'project') return [];
  const verdicts: Verdict[] = [];
  const isTold = new Set(observation.usage.map((usage) => usage.vm));
  const tellings = tellingsOf([...facts.samplings, observation]);
  for (const resource of observation.resources) {
    if (resource.kind !== 'vm' || !matchesResource(rule.match, target, resource, observation.at)) continue;
    const subject = subjectOf(target.project, resource);
    if (resource.activity !== 'running') {
      verdicts.push(judgeResting(rule, subject, resource));
      continue;
    }
    const vm = vmIdOf(resource);
    if (!isTold.has(vm)) continue;
    const reach = earlier(observation.at, windowReach(rule));
    // The history of an earlier VM with the same id is not this one's.
    const from = resource.createdAt === null ? reach : latest(reach, resource.createdAt);
    const points = pointsOf(tellings.get(vm) ?? [], from);
    verdicts.push(judgePoints(rule, subject, resource, points, observation.at));
  }
  return verdicts;
}

/** Returns how much history of usage samples a rule needs. */
export const windowReach = (rule: IdleRule): Span => milliseconds(rule.window + freshWithin + usageSlot);

function judgeResting(rule: IdleRule, subject: Subject, vm: Resource): Verdict {
  const kind = vm.activity === 'unknown' || vm.activity === 'changing' ? 'unknown' : 'clear';
  return {
    kind,
    rule: rule.name,
    subject,
    episode: episodeOf(vm),
    because: `is not running (${vm.state})`,
    figures: null,
  };
}

/** Returns the usage samples of each VM, poll by poll, oldest first. */
function tellingsOf(samplings: readonly Sampling[]): ReadonlyMap<VmId, readonly VmUsage[]> {
  const tellings = new Map<VmId, VmUsage[]>();
  for (const sampling of samplings) {
    for (const usage of sampling.usage) {
      const known = tellings.get(usage.vm);
      if (known) known.push(usage);
      else tellings.set(usage.vm, [usage]);
    }
  }
  return tellings;
}

/** Returns each slot once, oldest first; a later sample of a slot replaces an earlier one. */
function pointsOf(tellings: readonly VmUsage[], from: Instant): readonly UsagePoint[] {
  const points: UsagePoint[] = [];
  for (const telling of tellings) {
    for (const point of telling.points) if (point.at > from) place(points, point);
  }
  return points;
}

/** Inserts a point in order of time; its place is at the end or close to it. */
function place(points: UsagePoint[], point: UsagePoint): void {
  let index = points.length;
  let before = points[index - 1];
  while (before !== undefined && before.at > point.at) {
    index -= 1;
    before = points[index - 1];
  }
  if (before?.at === point.at) points[index - 1] = point;
  else if (index === points.length) points.push(point);
  else points.splice(index, 0, point);
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
  const newest = points.at(-1);
  if (newest === undefined || between(newest.at, now) > freshWithin) {
    return {
      ...about,
      kind: 'unknown',
      because: 'not enough data: no monitor sample in the last 20 minutes',
      figures: null,
    };
  }
  const slots = Math.ceil(rule.window / usageSlot);
  const since = earlier(newest.at, milliseconds(slots * usageSlot));
  const window = points.filter((point) => point.at > since);
  const needed = Math.ceil((slots * rule.percentile) / 100);
  const { quiet, busy, silent } = countSlots(rule, window);
  const quietShare = `${quiet} of ${slots} samples in ${spanInWords(rule.window)} were under ${limitsOf(rule)}`;
  const inUse = `in use: ${busy} of ${slots} samples in ${spanInWords(rule.window)} over the limit (at most ${slots - needed} allowed)`;
  const figures = figuresOf(rule, vm, window, since);
  if (busy > slots - needed) return { ...about, kind: 'clear', because: inUse, figures };
  if (quiet < needed) {
    const known = `samples cover ${window.length} of ${slots} slots`;
    const unanswered = silent === 0 ? '' : `; ${silenceInWords(window, silent)}`;
    return {
      ...about,
      kind: 'unknown',
      because: `not enough data: ${quietShare}; ${known}${unanswered}`,
      figures,
    };
  }
  if (vm.gpus > 0) {
    const gpus = vm.gpus === 1 ? '1 GPU' : `${vm.gpus} GPUs`;
    const because = `${quietShare}, but it has ${gpus} and the platform reports no GPU usage: busy GPUs look the same`;
    return { ...about, kind: 'suspect', because, figures };
  }
  return { ...about, kind: 'breached', severity: 'warning', level: null, because: quietShare, figures };
}

const silenceInWords = (window: readonly UsagePoint[], silent: number): string =>
  neverAnswers(window)
    ? `the guest answered no ping, so this rule can never find it idle: ${pingRemedy}`
    : `the guest did not answer a ping in ${silent} of them`;

function countSlots(rule: IdleRule, window: readonly UsagePoint[]) {
  const count = { quiet: 0, busy: 0, silent: 0 };
  for (const point of window) {
    if (isBusy(rule, point)) count.busy += 1;
    else if (isSilent(rule, point)) count.silent += 1;
    else if (isWhole(point)) count.quiet += 1;
  }
  return count;
}

/** Whether a slot is known to be in use; a missing figure is neither quiet nor busy. */
export const isBusy = (rule: IdleRule, { cpu, network, disk }: UsagePoint): boolean =>
  (cpu !== null && cpu >= rule.cpuBelow) ||
  (network !== null && network >= rule.networkBelow) ||
  (disk !== null && disk >= rule.diskBelow);
/**
 * Whether a guest left pings unanswered where the rule requires answers. It may hang with unsaved work in memory.
 * An answer proves nothing: every guest answers, used or not.
 */
export const isSilent = (rule: IdleRule, { answers }: UsagePoint): boolean =>
  answers === false && rule.guestPing === 'answered';
/** Whether all figures of a slot are known. */
export const isWhole = ({ cpu, network, disk }: UsagePoint): boolean =>
  cpu !== null && network !== null && disk !== null;

const limitsOf = ({ cpuBelow, networkBelow, diskBelow }: IdleRule): string =>
  `${cpuBelow} % CPU, ${kibibytes(networkBelow)} of network and ${kibibytes(diskBelow)} of disk`;
const kibibytes = (rate: number): string => `${Math.round(rate / 102.4) / 10} KiB/s`;

function figuresOf(rule: IdleRule, vm: Resource, window: readonly UsagePoint[], since: Instant): IdleFigures {
  const room = new Float64Array(window.length);
  const percentile = (signal: Signal) => percentileOf(window, signal, rule.percentile, room);
  return {
    kind: 'idle',
    since,
    points: window.length,
    cpu: percentile('cpu'),
    network: percentile('network'),
    disk: percentile('disk'),
    price: vm.price,
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

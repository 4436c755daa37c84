import type { Subject, VmId } from '../model/ids.ts';
import { matchesResource } from '../model/match.ts';
import type { Sighting } from '../model/observation.ts';
import { type Resource, subjectOf, vmIdOf } from '../model/resource.ts';
import type { IdleRule } from '../model/rule.ts';
import {
  between,
  earlier,
  type Instant,
  latest,
  milliseconds,
  minutes,
  type Span,
  spanInWords,
} from '../model/time.ts';
import { type UsagePoint, usageSlot, type VmUsage } from '../model/usage.ts';
import type { IdleFigures, Verdict } from '../model/verdict.ts';
import type { Facts } from './facts.ts';

/** Samples may reach us this much behind; a newest one older than this tells nothing of now. */
export const freshWithin: Span = minutes(20);

/**
 * Whether VMs have been quiet on every signal for the rule's window. Speaks only of VMs whose
 * samples came with this sighting; what was said of the others stands until theirs come.
 */
export function judgeIdle(rule: IdleRule, facts: Facts): Verdict[] {
  const { target, sighting } = facts;
  if (target.kind !== 'project' || sighting.kind !== 'project') return [];
  const verdicts: Verdict[] = [];
  const isTold = new Set(sighting.usage.map((usage) => usage.vm));
  const tellings = tellingsOf([...facts.history, sighting]);
  for (const resource of sighting.resources) {
    if (resource.kind !== 'vm' || !matchesResource(rule.match, target, resource)) continue;
    const subject = subjectOf(target.project, resource);
    if (resource.activity !== 'running') {
      verdicts.push(judgeResting(rule, subject, resource));
      continue;
    }
    const vm = vmIdOf(resource);
    if (!isTold.has(vm)) continue;
    const reach = earlier(sighting.at, windowReach(rule));
    // What another VM did under the same id is not this one's history.
    const from = resource.createdAt === null ? reach : latest(reach, resource.createdAt);
    const points = pointsOf(tellings.get(vm) ?? [], from);
    verdicts.push(judgePoints(rule, subject, resource, points, sighting.at));
  }
  return verdicts;
}

/** How far back sightings must be had to judge by a rule. */
export const windowReach = (rule: IdleRule): Span => milliseconds(rule.window + freshWithin + usageSlot);

function judgeResting(rule: IdleRule, subject: Subject, vm: Resource): Verdict {
  const kind = vm.activity === 'unknown' || vm.activity === 'changing' ? 'unknown' : 'clear';
  return { kind, rule: rule.name, subject, because: `is not running (${vm.state})`, figures: null };
}

/** What was told of each VM, sighting by sighting, oldest first. */
function tellingsOf(sightings: readonly Sighting[]): ReadonlyMap<VmId, readonly VmUsage[]> {
  const tellings = new Map<VmId, VmUsage[]>();
  for (const sighting of sightings) {
    if (sighting.kind !== 'project') continue;
    for (const usage of sighting.usage) {
      const known = tellings.get(usage.vm);
      if (known) known.push(usage);
      else tellings.set(usage.vm, [usage]);
    }
  }
  return tellings;
}

/** Each slot once; a later telling of a slot replaces an earlier one. */
function pointsOf(tellings: readonly VmUsage[], from: Instant): readonly UsagePoint[] {
  const bySlot = new Map<Instant, UsagePoint>();
  for (const { points } of tellings) {
    for (const point of points) if (point.at > from) bySlot.set(point.at, point);
  }
  return [...bySlot.values()].sort((left, right) => left.at - right.at);
}

/**
 * Counts quiet slots against all slots of the window, so a slot that is missing counts as one that
 * was not quiet: fewer samples can never make a VM idle.
 */
function judgePoints(
  rule: IdleRule,
  subject: Subject,
  vm: Resource,
  points: readonly UsagePoint[],
  now: Instant,
): Verdict {
  const about = { rule: rule.name, subject };
  const newest = points.at(-1);
  if (newest === undefined || between(newest.at, now) > freshWithin) {
    return { ...about, kind: 'unknown', because: 'no monitor sample of the last 20 minutes', figures: null };
  }
  const slots = Math.ceil(rule.window / usageSlot);
  const since = earlier(newest.at, milliseconds(slots * usageSlot));
  const window = points.filter((point) => point.at > since);
  const needed = Math.ceil((slots * rule.percentile) / 100);
  const quiet = window.filter((point) => isQuiet(rule, point)).length;
  const busy = window.filter((point) => isBusy(rule, point)).length;
  const told = `${quiet} of ${slots} samples in ${spanInWords(rule.window)} were under ${limitsOf(rule)}`;
  const figures = figuresOf(rule, window, since);
  if (busy > slots - needed) return { ...about, kind: 'clear', because: `in use: only ${told}`, figures };
  if (quiet < needed) {
    const known = `samples cover ${window.length} of ${slots} slots`;
    return { ...about, kind: 'unknown', because: `not enough to tell: ${told}; ${known}`, figures };
  }
  if (vm.gpus > 0) {
    const gpus = vm.gpus === 1 ? '1 GPU' : `${vm.gpus} GPUs`;
    const because = `${told}, but it has ${gpus} and the platform gives no GPU figure: busy GPUs look just like this`;
    return { ...about, kind: 'suspect', because, figures };
  }
  return { ...about, kind: 'breached', severity: 'warning', level: null, because: told, figures };
}

const figuresOf = (rule: IdleRule, window: readonly UsagePoint[], since: Instant): IdleFigures => ({
  kind: 'idle',
  since,
  points: window.length,
  cpu: percentileOf(
    window.map((point) => point.cpu),
    rule.percentile,
  ),
  network: percentileOf(
    window.map((point) => point.network),
    rule.percentile,
  ),
});

const isQuiet = (rule: IdleRule, { cpu, network }: UsagePoint): boolean =>
  cpu !== null && network !== null && cpu < rule.cpuBelow && network < rule.networkBelow;
/** Known to be in use; a figure that is missing is neither quiet nor busy. */
export const isBusy = (rule: IdleRule, { cpu, network }: UsagePoint): boolean =>
  (cpu !== null && cpu >= rule.cpuBelow) || (network !== null && network >= rule.networkBelow);

const limitsOf = (rule: IdleRule): string =>
  `${rule.cpuBelow} % CPU and ${Math.round(rule.networkBelow / 102.4) / 10} KiB/s`;

/** Nearest-rank percentile of the figures that are known. */
function percentileOf(values: readonly (number | null)[], percentile: number): number | null {
  const sorted = values.filter((value) => value !== null).sort((left, right) => left - right);
  return sorted[Math.ceil((sorted.length * percentile) / 100) - 1] ?? null;
}

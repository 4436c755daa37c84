import { projectTarget } from '../../../../lib/model/ids.ts';
import {
  earlier,
  type Instant,
  instant,
  later,
  minutes,
  type Span,
} from '../../../../lib/model/time/time.ts';
import { type IdleRule, isLearned } from '../../../../lib/rules/idle/terms.ts';
import type { Policy } from '../../../../lib/state/policy.ts';
import { isCalm } from '../../scenario.ts';
import type { Sample } from '../../world/monitor.ts';
import type { TrueVm } from '../../world/true-resource.ts';
import type { World } from '../../world/world.ts';
import { allowedRisk } from '../learned/allowed-risk.ts';
import { bySignals, computes, isNeverUsed, notIdleByPast, untilKnown } from '../learned/learned-idleness.ts';
import type { StopBook } from '../learned/stop-book.ts';
import { startsAs } from '../true-protection.ts';
import type { Case } from '../violation.ts';

export const idleRules = ({ rules }: Policy): readonly IdleRule[] =>
  rules.flatMap((rule) => (rule.kind === 'idle' ? [rule] : []));

export const isMeant = ({ match: { project, id } }: IdleRule, vm: TrueVm): boolean =>
  (project === undefined || startsAs(project, vm.project)) && (id === undefined || startsAs(id, vm.id));

/** Returns the number of slots in a rule's window that may be in use: of a GPU none. */
export function allowance({ window, percentile }: IdleRule, { gpus }: Pick<TrueVm, 'gpus'>): number {
  if (gpus > 0) return 0;
  const slots = Math.floor(window / minutes(5));
  return slots - Math.ceil((slots * percentile) / 100);
}

/** Reports whether no source shows how much the GPUs of a VM are used. */
export const hidesGpus = ({ monitor }: World, { gpus }: TrueVm): boolean => gpus > 0 && !monitor.seesGpus;

/** Reports use beyond doubt, however a sample is aligned with the slots. */
const isHard = (rule: IdleRule, { cpu, network }: Sample): boolean =>
  cpu >= 2 * rule.cpuBelow || network >= 2 * rule.networkBelow;
export const isInUse = (rule: IdleRule, { cpu, network }: Sample): boolean =>
  cpu >= (isLearned(rule) ? rule.learned.inUse : rule.cpuBelow) || network >= rule.networkBelow;
const isFull = ({ from, at }: Sample): boolean => at - from >= minutes(4);

/**
 * Returns why a VM was not idle at an instant by its true use, whatever was shown; `null` when it may have been. The
 * window ends at the last shown sample, or at its last whole slot; one slot at its beginning is not counted.
 */
export function notIdle(
  facts: Pick<Case, 'world' | 'scenario'>,
  rule: IdleRule,
  vm: TrueVm,
  at: Instant,
  until: 'samples' | 'slots',
): string | null {
  const { world, scenario } = facts;
  const newest = world.monitor.shown(vm, at).at(-1);
  if (isLearned(rule) && newest !== undefined) {
    const fixed = untilKnown(rule, vm, at);
    const byPast = notIdleByPast(rule, vm, newest.at) ?? notIdle(facts, bySignals(rule), vm, at, until);
    return byPast !== null && fixed !== null ? notIdle(facts, fixed, vm, at, until) : byPast;
  }
  // A clock that is behind takes a sample for newer than it is.
  const oldest = earlier(earlier(at, minutes(21)), scenario.skew);
  if (newest === undefined || newest.at < oldest) return 'nothing was shown of it lately';
  const end = until === 'samples' ? newest.at : instant(Math.floor(newest.at / minutes(5)) * minutes(5));
  const hard = hardIn(world, rule, vm, end);
  const most = allowance(rule, vm);
  if (hard > most) return `it was in use for ${hard} samples of its window, and ${most} are allowed`;
  const slots = Math.floor(rule.window / minutes(5));
  const known = world.monitor.mostSlots(vm, earlier(newest.at, rule.window), newest.at);
  return known < slots - most ? `only ${known} of ${slots} slots can be known` : null;
}

/** Counts the samples of the window before an instant that show use beyond doubt. */
function hardIn(world: World, rule: IdleRule, vm: TrueVm, end: Instant): number {
  const from = later(earlier(end, rule.window), minutes(5));
  const samples = world.monitor.since(vm, from, end).filter((sample) => sample.from >= from);
  return samples.filter((sample) => isFull(sample) && isHard(rule, sample)).length;
}

/** Reports whether it was clearly in use, and all of that had been shown by then. */
export function isPlainlyInUse(world: World, rule: IdleRule, vm: TrueVm, at: Instant): boolean {
  const newest = world.monitor.shown(vm, at).at(-1);
  if (newest === undefined || vm.blind.length > 0) return false;
  if (isLearned(rule)) return computes(rule, vm, newest.at);
  const end = instant(Math.floor(newest.at / minutes(5)) * minutes(5));
  return hardIn(world, rule, vm, end) > allowance(rule, vm);
}

/**
 * Reports whether it was clearly idle, and shown to be, for longer than any rule or interval requires. By a rule that
 * learns, that is certain only of a VM that was never used, and only where no question ever fails.
 */
export function isPlainlyIdle(
  { world, scenario, stops }: Pick<Case, 'world' | 'scenario'> & { readonly stops: StopBook },
  rule: IdleRule,
  vm: TrueVm,
  at: Instant,
  slack: Span,
): boolean {
  const from = earlier(earlier(at, rule.window), slack);
  if (!isPlainlyLeft(scenario, vm, from, at)) return false;
  if (isLearned(rule)) {
    const target = projectTarget(null, vm.project);
    const allowed = [from, at].map(
      (then) => allowedRisk(rule, `${target}/vm/${vm.id}`, stops.of(target), then).least,
    );
    if (!isCalm(scenario) || !isNeverUsed(scenario, rule, Math.min(...allowed), vm, from, at)) return false;
  }
  const boot = vm.boots.at(-1);
  if (boot === undefined || boot.until !== null || boot.from > from) return false;
  if (!world.monitor.covers(vm, from, at)) return false;
  const samples = world.monitor.since(vm, from, at);
  if (isLearned(rule) && samples.some(({ cpu }) => cpu > 4)) return false;
  return samples.every(
    (sample) => sample.isShown && 2 * sample.cpu < rule.cpuBelow && 2 * sample.network < rule.networkBelow,
  );
}

/** Reports whether nobody was logged in, and a source reported so throughout; true where none reports the VM. */
function isPlainlyLeft({ logins }: Case['scenario'], vm: TrueVm, from: Instant, at: Instant): boolean {
  const known = logins?.of.find((tells) => tells.vm === vm.id && tells.project === vm.project);
  const times = known === undefined ? [] : [...known.used, ...known.silent, ...(logins?.outages ?? [])];
  return times.every((time) => time.until < from || time.from > at);
}

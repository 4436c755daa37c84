import { areAlike, castToVmId, type Resource, toResourceSubject } from '../model/facts/resource.ts';
import { freshWithin, longestWait, usageSlot } from '../model/facts/usage.ts';
import type { VmId } from '../model/ids.ts';
import { matchesResource } from '../model/rules/match.ts';
import { computeRoundNumber, roundBegins } from '../model/time/rounds.ts';
import { computeSpan, earlier, type Instant, later, milliseconds, type Span } from '../model/time/time.ts';
import type { Facts } from '../rules/facts.ts';
import { couldBeIdle, type UsedVm } from '../rules/idle/could-be-idle.ts';
import { computeIdleMark } from '../rules/idle/terms.ts';
import type { Alert } from '../state/alert.ts';
import type { Head } from '../state/head.ts';
import type { TurnInput } from './turn-input.ts';

type Deferred = NonNullable<Head['deferredUsage']>['of'][VmId];

/**
 * The intervals, in rounds, at which a deferred VM is asked for samples. VMs are spread so that every round asks about
 * as many.
 */
const rounds = [4, 3, 2] as const;

/**
 * Returns the VMs that are asked for samples less often than usage is due. A VM is left out of rounds in which no idle
 * rule could find it idle with any samples, if the next reply still covers all the time left out, even after one failed
 * poll. A VM with an alert, with GPUs or with signals is asked in every round.
 */
export function deferredUsage(
  { head, policy, intervals }: TurnInput,
  facts: Facts,
  alerts: readonly Alert[],
): Head['deferredUsage'] {
  const { target, observation, usages, use } = facts;
  if (observation.kind !== 'project' || target.kind !== 'project') return head.deferredUsage;
  const { at, usage, resources } = observation;
  const idleRules = policy.rules.filter((rule) => rule.kind === 'idle');
  const mark = computeIdleMark(policy);
  const previousResources = head.observation?.kind === 'project' ? head.observation.resources : [];
  const previousVms = new Map(previousResources.filter(({ kind }) => kind === 'vm').map((vm) => [vm.id, vm]));
  const sampled = new Map(usage.map((sample) => [sample.vm, sample]));
  const watched = new Set(alerts.filter(({ phase }) => phase !== 'resolved').map(({ subject }) => subject));
  const { pollEvery } = intervals;
  // If the poll that asks fails, the next one asks again; it may be as late as the last one.
  const inReserve = Math.max(pollEvery, computeSpan(head.polledAt ?? at, at));
  /** Returns the time from this observation until the first poll at or after `again`. */
  const wait = (again: Instant): number => Math.ceil(computeSpan(at, again) / pollEvery) * pollEvery;
  const isUnchanged = (resource: Resource): boolean => {
    const last = previousVms.get(resource.id);
    return head.deferredUsage?.rules === mark && last !== undefined && areAlike([resource], [last]);
  };
  const deferred: Record<VmId, Deferred> = {};
  for (const [resourceIndex, resource] of resources.entries()) {
    if (resource.kind !== 'vm' || resource.activity === 'gone') continue;
    const vm = castToVmId(resource);
    const deferral = head.deferredUsage?.of[vm];
    const sample = sampled.get(vm);
    if (sample === undefined) {
      if (deferral !== undefined)
        deferred[vm] = isUnchanged(resource) ? deferral : { ...deferral, again: at };
      continue;
    }
    const until = sample.points.at(-1)?.at;
    const subject = toResourceSubject(target.id, resource);
    if (until === undefined || computeSpan(until, at) > freshWithin || watched.has(subject)) continue;
    const isSignalled =
      facts.signals[vm]?.logins !== undefined || sample.points.some(({ gpu }) => gpu !== undefined);
    if (resource.gpus > 0 || isSignalled) continue;
    const history = { usage: usages.get(vm) ?? [], use: use?.of.get(vm), facts };
    const vmUsed: UsedVm = { subject, resource, ...history, at };
    const again = rounds
      .map((interval) => computeNextRoundStart(head, resourceIndex, at, interval, intervals.usageEvery))
      .sort((left, right) => right - left)
      .find(
        (next) =>
          computeSpan(at, next) <= longestWait &&
          later(sample.reachesTo ?? at, milliseconds(wait(next) + inReserve)) <= until,
      );
    if (again === undefined) continue;
    const cannotBeIdle = idleRules
      .filter(({ match }) => [at, again].some((time) => matchesResource(match, target, resource, time)))
      .every((rule) => !couldBeIdle(rule, vmUsed, earlier(again, usageSlot)));
    if (cannotBeIdle) deferred[vm] = { until, again };
  }
  return Object.keys(deferred).length === 0 ? null : { rules: mark, of: deferred };
}

/**
 * Returns the start of the next round in which a VM is asked: one of every `interval` rounds, which its index decides.
 */
function computeNextRoundStart(
  { target }: Head,
  resourceIndex: number,
  at: Instant,
  interval: number,
  every: Span,
): Instant {
  const name = `${target}#usage`;
  const offset = resourceIndex % interval;
  let round = computeRoundNumber(name, every, at) + 1;
  while (round % interval !== offset) round += 1;
  return roundBegins(name, every, round);
}

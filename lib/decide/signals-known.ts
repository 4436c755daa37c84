import type { Observation } from '../model/facts/observation.ts';
import { castToVmId, type Resource, toResourceSubject } from '../model/facts/resource.ts';
import { findSignalTimes, SignalKind, type SignalTimes } from '../model/facts/signal-times.ts';
import type { UsageByVm } from '../model/facts/usage-points.ts';
import { toTarget } from '../model/ids.ts';
import { type Instant, instant } from '../model/time/time.ts';
import type { Head } from '../state/head.ts';
import { isInForce, type Override, type OverrideByKind } from '../state/override.ts';

/**
 * Returns when each kind of signal of each VM was last known. A kind that a VM ever had is remembered for as long as the
 * VM exists, also while it is stopped, or until a person says that the signal is gone.
 */
export function updateSignalsKnown(
  {
    signalsKnownAt: before,
    observation: previous,
    target,
  }: Pick<Head, 'signalsKnownAt' | 'observation' | 'target'>,
  observation: Observation,
  usages: UsageByVm,
  overrides: readonly Override[],
): Head['signalsKnownAt'] {
  const project = toTarget(target);
  if (observation.kind !== 'project' || project.kind !== 'project') return before;
  const { at, resources } = observation;
  const sampled = new Map(observation.usage.map((sample) => [sample.vm, [sample]]));
  const previousVms = new Map<string, Resource>(
    (previous?.kind === 'project' ? previous.resources : []).flatMap((vm) =>
      vm.kind === 'vm' ? [[vm.id, vm]] : [],
    ),
  );
  const gone = overrides.filter(
    (override): override is OverrideByKind<'forget'> => override.kind === 'forget' && isInForce(override, at),
  );
  const signalTimes = resources.flatMap((resource) => {
    if (resource.kind !== 'vm' || resource.activity === 'gone') return [];
    const vm = castToVmId(resource);
    const previousVm = previousVms.get(resource.id);
    const knownTimes = isAnother(previousVm, resource) ? undefined : before[vm];
    // A head that was begun anew remembers nothing, and history still shows what the VM had.
    const samples = (knownTimes === undefined ? usages : sampled).get(vm) ?? [];
    const createdAt = knownTimes === undefined ? resource.createdAt : null;
    const since =
      knownTimes !== undefined && previousVm?.activity === 'stopped' && resource.activity === 'running'
        ? at
        : null;
    const now = findSignalTimes(samples, resource.gpus, createdAt);
    const subject = gone.length === 0 ? '' : toResourceSubject(project.id, resource);
    const forgotten = gone.filter((override) => override.subject === subject);
    const times = merged(knownTimes ?? {}, now, since, forgotten);
    return Object.keys(times).length === 0 ? [] : [[vm, times] as const];
  });
  return Object.fromEntries(signalTimes);
}

/** Reports whether a new VM has the ID of an earlier one. Without creation times that cannot be recognized. */
const isAnother = (earlier: Resource | undefined, current: Resource): boolean =>
  earlier != null &&
  earlier.createdAt !== null &&
  current.createdAt !== null &&
  earlier.createdAt !== current.createdAt;

/**
 * Returns the later of the two times of each kind, but none before `since`: after a start, signals may come back as
 * late as others may come. A kind that a person forgot since then is left out.
 */
function merged(
  before: SignalTimes,
  now: SignalTimes,
  since: Instant | null,
  forgotten: readonly OverrideByKind<'forget'>[],
): SignalTimes {
  return Object.fromEntries(
    SignalKind.options.flatMap((kind) => {
      const gone = Math.max(0, ...forgotten.filter(({ signal }) => signal === kind).map(({ at }) => at));
      const last = Math.max(before[kind] ?? 0, now[kind] ?? 0);
      return last > gone ? [[kind, instant(Math.max(last, since ?? 0))] as const] : [];
    }),
  );
}

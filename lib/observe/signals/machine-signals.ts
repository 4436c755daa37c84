import type { PollResult } from '../../model/facts/observation.ts';
import { writtenAddresses } from '../../model/facts/own-metadata.ts';
import { type Resource, runs, toResourceSubject } from '../../model/facts/resource.ts';
import type { ObservedUnits } from '../../model/facts/units-seen.ts';
import { joined, type UsagePoint, type VmUsage } from '../../model/facts/usage.ts';
import { getTargetConnection, nameOfTarget, type TargetId, toTarget } from '../../model/ids.ts';
import type { Head } from '../../state/head.ts';
import type { SignalPoint, SignalsByName } from './signals.ts';

type Named = Pick<Resource, 'kind' | 'id' | 'metadata'>;

/** Returns the names that sources may use for a machine, without a project; other machines may have them too. */
const plainNames = ({ id, metadata }: Named): string[] =>
  [id, ...writtenAddresses(metadata ?? {})]
    .map((name) => name.trim().toLowerCase())
    .filter((name) => /^[^/]+$/.test(name));

/**
 * Returns the names of a machine with its project, and with its connection if it has one. A name without a connection may
 * also be another machine's.
 */
function qualifiedNames(target: TargetId, machine: Named): string[] {
  const project = nameOfTarget(target).toLowerCase();
  const connection = getTargetConnection(target) ?? null;
  return plainNames(machine).flatMap((name) => [
    `${project}/${name}`,
    ...(connection === null ? [] : [`${connection}/${project}/${name}`]),
  ]);
}

/** Returns the names that several machines of the fleet share. Signals under these are ignored. */
export function sharedNames(heads: readonly Pick<Head, 'target' | 'observation'>[]): ReadonlySet<string> {
  const seenNames = new Set<string>();
  const shared = new Set<string>();
  for (const { target, observation } of heads) {
    const { kind } = toTarget(target);
    if (kind !== 'project' || observation?.kind !== 'project') continue;
    for (const resource of observation.resources) {
      if (!runs(resource.kind) || resource.activity === 'gone') continue;
      const names = [...plainNames(resource), ...qualifiedNames(target, resource)];
      for (const name of new Set(names)) (seenNames.has(name) ? shared : seenNames).add(name);
    }
  }
  return shared;
}

/**
 * The signals of a fleet by name, the names that several machines share, and the units that the figures of their metrics
 * showed.
 */
export type FleetSignals = {
  readonly of: SignalsByName;
  readonly shared: ReadonlySet<string>;
  readonly units?: ObservedUnits;
};

/** Returns the names under which signals of a machine may arrive: first its subject, which no other machine can claim. */
export const listSignalNames = (project: TargetId, machine: Named): readonly [string, ...string[]] => [
  toResourceSubject(project, machine),
  ...qualifiedNames(project, machine),
  ...plainNames(machine),
];

/**
 * Returns the signals of one machine, slot by slot, oldest first. Those sent with a machine's token are stored under
 * its subject, which no other machine can claim.
 */
export function selectMachineSignals(
  { of, shared }: FleetSignals,
  project: TargetId,
  machine: Named,
): readonly UsagePoint[] {
  const [subject, ...names] = listSignalNames(project, machine);
  const ownNames = [subject, ...names.filter((name) => !shared.has(name))];
  const points = new Map<number, UsagePoint>();
  for (const point of ownNames.flatMap((name) => of.get(name) ?? []).map(asUsage)) {
    const known = points.get(point.at);
    points.set(point.at, known === undefined ? point : joined(known, point));
  }
  return [...points.values()].sort((left, right) => left.at - right.at);
}

/** Reports whether any VM of a project has signals. Its head then remembers the units that these showed. */
export const hasVmSignals = (
  fleet: FleetSignals,
  project: TargetId,
  { observation }: Pick<Head, 'observation'>,
): boolean =>
  fleet.of.size > 0 &&
  observation?.kind === 'project' &&
  observation.resources.some(
    (resource) => resource.kind === 'vm' && selectMachineSignals(fleet, project, resource).length > 0,
  );

const asUsage = (point: SignalPoint): UsagePoint => ({ ...point, network: null, disk: null, answers: null });

/**
 * Adds signals to the usage of a poll. Signals may be late, so they reach back over slots of earlier polls, but never
 * beyond the newest sample of the platform, from which the next poll continues.
 */
export function withSignals(pollResult: PollResult, project: TargetId, fleet: FleetSignals): PollResult {
  if (pollResult.kind !== 'project' || fleet.of.size === 0) return pollResult;
  const machines = new Map<string, Resource>(
    pollResult.resources.flatMap((resource) => (resource.kind === 'vm' ? [[resource.id, resource]] : [])),
  );
  const usage = pollResult.usage.map(({ vm, points: samples }): VmUsage => {
    const machine = machines.get(vm);
    const points = machine === undefined ? [] : selectMachineSignals(fleet, project, machine);
    return { vm, points: withPoints(samples, points) };
  });
  return { ...pollResult, usage };
}

function withPoints(samples: readonly UsagePoint[], signals: readonly UsagePoint[]): UsagePoint[] {
  const newest = samples.at(-1);
  if (newest === undefined) return [...samples];
  const points = new Map<number, UsagePoint>(samples.map((sample) => [sample.at, sample]));
  for (const signal of signals) {
    if (signal.at > newest.at) continue;
    const sample = points.get(signal.at);
    // The platform's own figure of the CPU takes precedence; for an older slot it is already in history.
    if (sample !== undefined) points.set(signal.at, joined(signal, sample));
    else if ((signal.gpu ?? signal.logins ?? signal.alive) !== undefined)
      points.set(signal.at, { ...signal, cpu: null });
  }
  return [...points.values()].sort((left, right) => left.at - right.at);
}

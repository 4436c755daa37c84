import { getCloudProfile } from '../clouds/profiles.ts';
import { computeFalls, type HeldFall, heldFall, type SourceMachines } from '../evidence/falls.ts';
import { type Fall, FallingFigure, type Falls } from '../model/facts/fall.ts';
import type { Observation } from '../model/facts/observation.ts';
import { castToVmId } from '../model/facts/resource.ts';
import { joinUsagePoints, type UsageByVm } from '../model/facts/usage-points.ts';
import { getTargetConnection, Subject, type TargetId, toTarget, type VmId } from '../model/ids.ts';
import { fitsSubject } from '../model/rules/match.ts';
import { earlier, hours, type Instant, instant } from '../model/time/time.ts';
import type { Head } from '../state/head.ts';
import { isInForce, type Override } from '../state/override.ts';
import type { Policy } from '../state/policy.ts';
import { isJudgedIdle } from '../state/policy-needs.ts';
import { resourceFinder } from './subjects.ts';

type HeadUse = Pick<
  Head,
  'target' | 'observation' | 'falls' | 'deferredUsage' | 'usageUntil' | 'signalsKnownAt'
>;

/**
 * Returns the falls of a source's VMs under idle rules on all targets but one, and the times until which their figures
 * are known.
 */
export type SourcesElsewhere = (sourceName: string, except: TargetId) => SourceMachines;

/** Names the source of a figure: the cloud of the connection, or signals, which all connections share. */
function getSourceName(
  { target, observation }: Pick<Head, 'target' | 'observation'>,
  figure: FallingFigure,
): string {
  const isOfCloud =
    figure !== 'gpu' || (observation?.kind === 'project' && getCloudProfile(observation.cloud).usage.ofGpus);
  return isOfCloud ? `${figure}@${getTargetConnection(target) ?? ''}` : `${figure} of signals`;
}

/**
 * Returns a function that finds the VMs of a source on all targets but one. It groups the heads by source at its first
 * call.
 */
export function createSourceFinder(
  heads: readonly HeadUse[],
  policy: Pick<Policy, 'rules'>,
  now: Instant,
): SourcesElsewhere {
  let sources: Map<string, { readonly target: TargetId; readonly source: SourceMachines }[]> | null = null;
  const build = () => {
    const built: NonNullable<typeof sources> = new Map();
    for (const head of heads)
      for (const figure of FallingFigure.options) {
        const source = selectSourceMachines(head, figure, policy, now);
        if (source.knownUntil.length === 0) continue;
        const key = getSourceName(head, figure);
        built.set(key, [...(built.get(key) ?? []), { target: head.target, source }]);
      }
    return built;
  };
  return (key, except) => {
    sources ??= build();
    const others = (sources.get(key) ?? []).filter(({ target }) => target !== except);
    return {
      falls: others.flatMap(({ source }) => source.falls),
      knownUntil: others.flatMap(({ source }) => source.knownUntil),
    };
  };
}

/** Selects the running VMs of a head under idle rules for which a figure is known. */
function selectSourceMachines(
  head: HeadUse,
  figure: FallingFigure,
  policy: Pick<Policy, 'rules'>,
  now: Instant,
): SourceMachines {
  const { observation, falls, deferredUsage, usageUntil, signalsKnownAt } = head;
  const target = toTarget(head.target);
  if (observation?.kind !== 'project' || target.kind !== 'project') return { falls: [], knownUntil: [] };
  const vms = observation.resources.flatMap((resource) => {
    if (resource.kind !== 'vm' || resource.activity !== 'running') return [];
    const vm = castToVmId(resource);
    const isKnown =
      figure === 'gpu' ? signalsKnownAt[vm]?.gpus !== undefined : observation.signals.includes(figure);
    return isKnown && isJudgedIdle(policy, target, resource, now) ? [vm] : [];
  });
  return {
    falls: vms.flatMap((vm) => falls[vm]?.[figure] ?? []),
    knownUntil: vms.map((vm) =>
      figure === 'gpu'
        ? (signalsKnownAt[vm]?.gpus ?? instant(0))
        : (deferredUsage?.of[vm]?.until ?? usageUntil ?? instant(0)),
    ),
  };
}

/** The time before an observation from which usage points are read to find a fall. */
const looksBack = hours(3);

/** Returns the falls of the VMs of a project after an observation. */
export function computeProjectFalls(
  previousFalls: Head['falls'],
  observation: Observation,
  usages: UsageByVm,
): Head['falls'] {
  if (observation.kind !== 'project') return previousFalls;
  const { at, usage, resources } = observation;
  const sampled = new Set(usage.map(({ vm }) => vm));
  const entries = resources.flatMap((resource): (readonly [VmId, Falls])[] => {
    if (resource.kind !== 'vm' || resource.activity !== 'running') return [];
    const vm = castToVmId(resource);
    const points = sampled.has(vm) ? joinUsagePoints(usages.get(vm) ?? [], earlier(at, looksBack)) : [];
    const falls = computeFalls(previousFalls[vm] ?? {}, points, at);
    return Object.keys(falls).length === 0 ? [] : [[vm, falls]];
  });
  return Object.fromEntries(entries);
}

/** A figure of a VM whose fall to 0 is not believed. */
export type HeldFigure = { readonly figure: FallingFigure; readonly held: HeldFall };

type HoldInput = {
  readonly elsewhere: SourcesElsewhere | undefined;
  readonly policy: Pick<Policy, 'rules'>;
  readonly overrides: readonly Override[];
  readonly now: Instant;
};

/**
 * Returns the VMs of a project whose fall to 0 is not believed, given the falls on other targets. A fall that a person
 * confirmed is believed.
 */
export function heldFigures(
  head: HeadUse,
  { elsewhere, policy, overrides, now }: HoldInput,
): ReadonlyMap<VmId, HeldFigure> {
  const beliefs = overrides.flatMap((override) =>
    override.kind === 'belief' && isInForce(override, now) ? [override] : [],
  );
  const resourceOf = beliefs.length === 0 ? () => undefined : resourceFinder(head.target, head.observation);
  const isConfirmed = (vm: VmId, { from }: Fall): boolean => {
    const vmSubject = Subject.parse(`${head.target}/vm/${vm}`);
    return beliefs.some(
      ({ subject, fellBy }) => from <= fellBy && fitsSubject(subject, vmSubject, resourceOf(vmSubject)),
    );
  };
  const sources = new Map<FallingFigure, SourceMachines>();
  const combineSource = (figure: FallingFigure): SourceMachines => {
    const cached = sources.get(figure);
    if (cached !== undefined) return cached;
    const [here, others] = [
      selectSourceMachines(head, figure, policy, now),
      elsewhere?.(getSourceName(head, figure), head.target) ?? { falls: [], knownUntil: [] },
    ];
    const source = {
      falls: [...here.falls, ...others.falls],
      knownUntil: [...here.knownUntil, ...others.knownUntil],
    };
    sources.set(figure, source);
    return source;
  };
  const held = new Map<VmId, HeldFigure>();
  for (const [vm, falls] of Object.entries(head.falls) as [VmId, Falls][])
    for (const figure of FallingFigure.options) {
      const fall = falls[figure];
      if (fall === undefined || isConfirmed(vm, fall)) continue;
      const found = heldFall(fall, combineSource(figure), now);
      if (found !== null && held.get(vm)?.held.kind !== 'fell') held.set(vm, { figure, held: found });
    }
  return held;
}

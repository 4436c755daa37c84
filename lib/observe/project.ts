import type { WireMachine } from '../cloud/wire/machine.ts';
import type { WireProjectSpend } from '../cloud/wire/spend.ts';
import type { WireMonitorItem, WireVm } from '../cloud/wire/vm.ts';
import type { WireVolume } from '../cloud/wire/volume.ts';
import { BillingAccountId, type VmId } from '../model/ids.ts';
import { money } from '../model/money.ts';
import type { Missing, Observation, Part, ProjectObservation, ReportedSpend } from '../model/observation.ts';
import { type Resource, type ResourceKind, vmIdOf } from '../model/resource.ts';
import { earliest, type Instant, readInstant } from '../model/time.ts';
import type { VmUsage } from '../model/usage.ts';
import { type Answer, isWhole, missingFrom } from './answer.ts';
import { reckonedUntil } from './reckoned-until.ts';
import { machineResource, vmResource, volumeResource } from './resources.ts';
import { usagePoints } from './usage.ts';

/** The answers of one look at a project; `null` for what was not asked. */
export type ProjectLook = {
  readonly at: Instant;
  readonly account: string | null;
  readonly vms: Answer<readonly WireVm[]>;
  readonly machines: Answer<readonly WireMachine[]>;
  readonly volumes: Answer<readonly WireVolume[]> | null;
  readonly spend: Answer<WireProjectSpend> | null;
  readonly usage: ReadonlyMap<VmId, Answer<readonly WireMonitorItem[]>>;
  /** Slots up to here are known of every VM that was asked for. */
  readonly usageUntil: Instant | null;
};

/**
 * What a look says of a project, with the sighting before it for whatever was not asked for or not
 * answered whole. A project of which neither VMs nor machines could be had was not seen.
 */
export function observeProject(look: ProjectLook, previous: ProjectObservation | null): Observation {
  if (look.vms.kind === 'failed' && look.machines.kind === 'failed') {
    return { kind: 'unseen', at: look.at, because: look.vms.because };
  }
  const before = previous?.resources ?? [];
  const vms = resourcesOf('vm', look.vms, vmResource, before, look.at);
  const machines = resourcesOf('machine', look.machines, machineResource, before, look.at);
  const volumes = resourcesOf('volume', look.volumes, volumeResource, before, look.at);
  const answers: [Part, Answer<unknown>][] = [
    ['vms', look.vms],
    ['machines', look.machines],
  ];
  if (look.volumes) answers.push(['volumes', look.volumes]);
  if (look.spend) answers.push(['spend', look.spend]);
  const usage = usageOf(look, vms);
  return {
    kind: 'project',
    at: look.at,
    account: look.account ? BillingAccountId.parse(look.account) : null,
    seen: [
      ...answers.filter(([, answer]) => isWhole(answer)).map(([part]) => part),
      ...(usage.usage.length > 0 && usage.missing.length === 0 ? ['usage' as const] : []),
    ],
    missing: [...answers.flatMap(([part, answer]) => missingFrom(part, answer)), ...usage.missing],
    resources: [...vms, ...machines, ...volumes],
    spend: look.spend?.kind === 'answered' ? reportedSpend(look.spend.value, look.at) : null,
    usage: usage.usage,
  };
}

function resourcesOf<T>(
  kind: ResourceKind,
  answer: Answer<readonly T[]> | null,
  read: (item: T, at: Instant) => Resource,
  before: readonly Resource[],
  at: Instant,
): Resource[] {
  const known = answer?.kind === 'answered' ? answer.value.map((item) => read(item, at)) : [];
  if (answer !== null && isWhole(answer)) return known;
  const ids = new Set(known.map((resource) => resource.id));
  return [...known, ...before.filter((resource) => resource.kind === kind && !ids.has(resource.id))];
}

/** A figure whose period has not ended covers at most the full hours until now. */
function reportedSpend(spend: WireProjectSpend, at: Instant): ReportedSpend | null {
  const from = readInstant(spend.startTime);
  const until = readInstant(spend.endTime);
  if (from === undefined || until === undefined) return null;
  return { amount: money(spend.spend), from, until: earliest(until, reckonedUntil(from, at)) };
}

function usageOf(look: ProjectLook, vms: readonly Resource[]): { usage: VmUsage[]; missing: Missing[] } {
  const usage: VmUsage[] = [];
  const missing: Missing[] = [];
  for (const resource of vms) {
    const vm = vmIdOf(resource);
    const answer = look.usage.get(vm);
    if (answer === undefined) continue;
    missing.push(...missingFrom('usage', answer));
    if (answer.kind === 'failed') continue;
    usage.push({ vm, points: usagePoints(answer.value, resource.vcpus, look.usageUntil) });
  }
  return { usage, missing };
}

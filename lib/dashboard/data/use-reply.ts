import { getCloudProfile } from '../../clouds/profiles.ts';
import { findResource } from '../../decide/subjects.ts';
import { knowsGpus, type UsagePoint } from '../../model/facts/usage.ts';
import { Subject, toTarget, type VmId } from '../../model/ids.ts';
import { shownName, subjectParts } from '../../model/subject.ts';
import { hours, type Instant, instant, later } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Head } from '../../state/head.ts';
import { type HourOfUse, useOfVm } from '../../views/use-by-hour.ts';
import type { UsePoints, UseReply } from '../replies.ts';
import { type UsePointRow, useCells } from '../reply-rows.ts';
import type { FleetViews } from './fleet.ts';
import type { hourlyUse } from './hourly-use.ts';

/** Returns the hourly use of all VMs of a project; `null` when there is no such project. */
export async function useReply(
  use: ReturnType<typeof hourlyUse>,
  ledger: Pick<Ledger, 'observations' | 'samplings'>,
  { snapshot, about }: FleetViews,
  query: { readonly project: string; readonly hours: number },
): Promise<UseReply | null> {
  const head = headOf(snapshot.heads, query.project);
  if (head === undefined) return null;
  const { now } = snapshot;
  const { from, hours } = await use(ledger, { head, now, hours: query.hours });
  const ids = new Set<VmId>(hours.flatMap(({ byVm }) => [...byVm.keys()]));
  return {
    ...about,
    from,
    vms: [...ids].map((vm) => ({ id: vm, cells: useOfVm(hours, vm).map(cellOf) })),
  };
}

const cellOf = (use: HourOfUse): number => (typeof use === 'number' ? Math.round(use) : useCells[use]);

const headOf = (heads: readonly Head[], project: string): Head | undefined =>
  heads.find(({ target }) => toTarget(target).kind === 'project' && shownName(target) === project);

/** The number of hours of history read at a time: unpacking them blocks other requests. */
const hoursARead = 12;

/** Returns each usage sample of one VM; a later sample of a slot replaces an earlier one. */
export async function pointsReply(
  ledger: Pick<Ledger, 'samplings'>,
  { snapshot, about }: FleetViews,
  query: { readonly name: string; readonly hours: number },
): Promise<UsePoints | null> {
  const subject = Subject.parse(query.name);
  const { target, resource } = subjectParts(subject);
  const head = snapshot.heads.find((candidate) => candidate.target === target);
  if (head === undefined || resource?.kind !== 'vm') return null;
  const { now } = snapshot;
  const points = new Map<Instant, UsagePoint>();
  for (let left = query.hours; left > 0; left -= hoursARead) {
    const from = later(now, hours(-left));
    const until = instant(Math.min(now, later(from, hours(hoursARead))) + (left <= hoursARead ? 1 : 0));
    for (const { usage } of await ledger.samplings(head.target, from, until)) {
      const sample = usage.find(({ vm }) => vm.valueOf() === resource.id);
      for (const point of sample?.points ?? []) points.set(point.at, point);
    }
  }
  const sorted = [...points.values()].sort((left, right) => left.at - right.at);
  const gpus = findResource(head, subject)?.gpus ?? 0;
  const shown = sorted.map((point) => shownPoint(point, gpus));
  return { ...about, points: shown, signals: signalsOf(head, gpus, shown) };
}

const shownPoint = (point: UsagePoint, gpus: number): UsePointRow => ({
  at: point.at,
  gpu: knowsGpus(point, gpus) ? (point.gpu?.busiest ?? null) : null,
  gpuMemory: point.gpu?.memory ?? null,
  cpu: point.cpu,
  network: point.network,
  disk: point.disk,
});

const allSignals = ['gpu', 'gpuMemory', 'cpu', 'network', 'disk'] as const;

/** Returns the figures that the cloud reports of its VMs, and those that another source reported of this one. */
function signalsOf(
  { observation }: Head,
  gpus: number,
  points: readonly UsePointRow[],
): UsePoints['signals'] {
  const cloud = observation?.kind === 'project' ? getCloudProfile(observation.cloud) : null;
  const reported: readonly string[] = [
    ...(cloud?.signals ?? []),
    ...(gpus > 0 && cloud?.usage.ofGpus ? ['gpu'] : []),
  ];
  return allSignals.filter(
    (signal) => reported.includes(signal) || points.some((point) => point[signal] !== null),
  );
}

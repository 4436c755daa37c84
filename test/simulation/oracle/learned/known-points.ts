import type { UsagePoint, UsageSamples } from '../../../../lib/model/facts/usage.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';

/** A sample of a slot, and when it was reported. */
type Told = { readonly at: Instant; readonly point: UsagePoint };
/** All samples of VMs that the ledger received, by the names of VMs. */
export type KnownPoints = ReadonlyMap<string, readonly Told[]>;

export function knownPoints(samplings: readonly UsageSamples[]): KnownPoints {
  const found = new Map<string, Told[]>();
  for (const { at, usage } of samplings)
    for (const { vm, points } of usage) {
      const own = found.get(vm) ?? [];
      found.set(vm, own);
      for (const point of points) own.push({ at, point });
    }
  return found;
}

/** Returns the samples of a VM by the ends of their slots, as they were known at an instant: those that were late by less than a time. */
export function pointsAt(
  all: KnownPoints,
  vm: string,
  at: Instant,
  lateBy: number = Number.POSITIVE_INFINITY,
): Map<number, UsagePoint> {
  const known = new Map<number, UsagePoint>();
  for (const told of all.get(vm) ?? []) {
    const { point } = told;
    if (told.at > at || told.at - point.at > lateBy) continue;
    const before = known.get(point.at);
    known.set(point.at, {
      ...point,
      cpu: point.cpu ?? before?.cpu ?? null,
      network: point.network ?? before?.network ?? null,
      disk: point.disk ?? before?.disk ?? null,
    });
  }
  return known;
}

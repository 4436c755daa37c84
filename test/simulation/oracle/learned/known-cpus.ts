import type { Sampling } from '../../../../lib/model/facts/usage.ts';
import { days, earlier, type Instant, instant, latest } from '../../../../lib/model/time/time.ts';
import type { TrueResource } from '../../world/true-resource.ts';
import type { VmBeside } from './scorer.ts';
import { slot } from './true-use.ts';

/** The CPU of a slot, by its end, and when it was told. */
type Point = { readonly end: number; readonly at: Instant; readonly cpu: number };
/** All that the ledger was told of the CPU of VMs, by their names. */
export type KnownCpus = ReadonlyMap<string, readonly Point[]>;

export function knownCpus(samplings: readonly Sampling[]): KnownCpus {
  const found = new Map<string, Point[]>();
  for (const { at, usage } of samplings)
    for (const { vm, points } of usage) {
      const own = found.get(vm) ?? [];
      found.set(vm, own);
      for (const point of points) if (point.cpu !== null) own.push({ end: point.at, at, cpu: point.cpu });
    }
  return found;
}

/** When the VMs of a list were created, by their names. */
export type CreatedAt = ReadonlyMap<string, Instant>;

export const createdIn = (shown: readonly TrueResource[] = []): CreatedAt =>
  new Map(shown.map(({ id, createdAt }) => [id, createdAt]));

/** Returns the VMs beside one as they were known at an instant, by the samples of four weeks. */
export function besideAt(
  all: KnownCpus,
  vm: string,
  at: Instant,
  createdAt: CreatedAt,
): Map<string, VmBeside> {
  const beside = new Map<string, VmBeside>();
  for (const name of all.keys()) {
    const cpus = cpusAt(all, name, at);
    if (name === vm || cpus.size === 0) continue;
    const first = instant(Math.min(...cpus.keys()) - slot);
    beside.set(name, { cpus, since: latest(first, createdAt.get(name) ?? first, earlier(at, days(28))) });
  }
  return beside;
}

/** Returns the CPU of each slot of a VM as it was known at an instant. */
export function cpusAt(all: KnownCpus, vm: string, at: Instant): Map<number, number> {
  const cpus = new Map<number, number>();
  for (const point of all.get(vm) ?? []) if (point.at <= at) cpus.set(point.end, point.cpu);
  return cpus;
}

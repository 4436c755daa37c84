import type { Observation } from '../model/facts/observation.ts';
import { vmIdOf } from '../model/facts/resource.ts';
import { knowsGpus } from '../model/facts/usage.ts';
import type { Head } from '../model/head.ts';
import { between, days, instant, type Span } from '../model/time/time.ts';

/** The time after which a VM whose signals stopped counts as one that never had any. */
const forgottenAfter: Span = days(7);

/** Returns when the use of all GPUs of each running VM was last known. */
export function gpusKnownAt({ gpusKnownAt: before }: Head, observation: Observation): Head['gpusKnownAt'] {
  if (observation.kind !== 'project') return before;
  const points = new Map(observation.usage.map((usage) => [usage.vm, usage.points]));
  const known = observation.resources.flatMap((resource) => {
    const { kind, activity, gpus } = resource;
    if (kind !== 'vm' || gpus === 0 || activity !== 'running') return [];
    const vm = vmIdOf(resource);
    const newest = points.get(vm)?.findLast((point) => knowsGpus(point, gpus))?.at ?? null;
    const at = Math.max(newest ?? 0, before[vm] ?? 0);
    return at > 0 ? [[vm, instant(at)] as const] : [];
  });
  return Object.fromEntries(known.filter(([, at]) => between(at, observation.at) < forgottenAfter));
}

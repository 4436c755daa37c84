import { type Resource, vmIdOf } from '../model/resource.ts';
import type { Rule } from '../model/rule.ts';
import type { Instant } from '../model/time.ts';
import type { Progress } from './progress.ts';

/**
 * Notes that a VM with hours rests, whoever stopped it: what is started after that outside its hours was
 * started by a person, who means it to run.
 */
export function noteRest(
  progress: Progress,
  rule: Rule,
  resource: Resource | undefined,
  now: Instant,
): Progress {
  if (rule.kind !== 'schedule' || rule.then.length === 0) return progress;
  if (resource?.kind !== 'vm' || resource.activity !== 'stopped') return progress;
  const vm = vmIdOf(resource);
  if (progress.stops.some((stop) => stop.vm === vm && stop.rule === rule.name)) return progress;
  const rest = { vm, rule: rule.name, stoppedAt: now, startedAgainAt: null };
  return { ...progress, stops: [...progress.stops, rest] };
}

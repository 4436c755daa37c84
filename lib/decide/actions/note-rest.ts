import type { Resource } from '../../model/facts/resource.ts';
import { runs } from '../../model/facts/resource.ts';
import type { Rule } from '../../model/rules/rule.ts';
import type { Verdict } from '../../model/rules/verdict.ts';
import type { Instant } from '../../model/time/time.ts';
import type { Progress } from '../progress.ts';
import { isOfSame, withStop } from './past-stops.ts';

/**
 * Notes that a resource with hours rests, whoever stopped it: what is started after that outside its hours was
 * started by a person, who means it to run.
 */
export function noteRest(
  progress: Progress,
  rule: Rule,
  { subject }: Pick<Verdict, 'subject'>,
  resource: Resource | undefined,
  now: Instant,
): Progress {
  if (rule.kind !== 'schedule' || rule.then.length === 0) return progress;
  if (resource === undefined || !runs(resource.kind) || resource.activity !== 'stopped') return progress;
  const rest = {
    subject,
    rule: rule.name,
    stoppedAt: now,
    startedAgainAt: null,
    createdAt: resource.createdAt,
    ours: false,
    image: null,
    retryAfter: null,
    unsent: 0,
  };
  return progress.stops.some((stop) => isOfSame(stop, rest)) ? progress : withStop(progress, rest);
}

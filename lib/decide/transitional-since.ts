import type { Observation } from '../model/facts/observation.ts';
import { type Resource, toResourceKey } from '../model/facts/resource.ts';
import { computeSpan, type Instant, minutes, type Span } from '../model/time/time.ts';

/** The longest time between two observations in which a resource may pass from one transitional state to another. */
const longestStep: Span = minutes(15);

/**
 * Records since when each resource has been in a transitional state, such as starting or stopping. Time without an
 * observation counts up to `longest` if the state is the same before and after it, and up to 15 minutes if it is not;
 * after a longer gap the time begins anew.
 */
export function withTransitionalTimes(
  observation: Observation,
  previous: Observation | null,
  longest: Span,
): Observation {
  if (observation.kind !== 'project' || !observation.resources.some(isTransitional)) return observation;
  const known = new Map(
    previous?.kind === 'project'
      ? previous.resources.filter(isTransitional).map((resource) => [toResourceKey(resource), resource])
      : [],
  );
  const resources = observation.resources.map((resource) =>
    isTransitional(resource)
      ? {
          ...resource,
          transitionalSince: computeTransitionStart(resource, known.get(toResourceKey(resource)), longest),
        }
      : resource,
  );
  return { ...observation, resources };
}

const isTransitional = ({ activity }: Resource): boolean => activity === 'changing';

function computeTransitionStart(now: Resource, known: Resource | undefined, longest: Span): Instant {
  if (known === undefined || known.createdAt !== now.createdAt) return now.seenAt;
  const unseen = computeSpan(known.seenAt, now.seenAt);
  const goesOn = unseen <= (known.state === now.state ? longest : longestStep);
  return goesOn ? (known.transitionalSince ?? known.seenAt) : now.seenAt;
}

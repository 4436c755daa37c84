import type { Observation } from '../model/facts/observation.ts';
import { type Resource, toResourceKey } from '../model/facts/resource.ts';
import { computeSpan, type Instant, minutes, type Span } from '../model/time/time.ts';

/** The longest time between two observations in which a resource may pass from one transitional state to another. */
const steps: Span = minutes(15);

/**
 * Notes of each resource in a transitional state, such as starting or stopping, since when observations showed it in such
 * states. A stretch that nobody observed counts where both of its ends show the same state, and only for as long as a price is
 * carried on; after a longer one the time begins anew.
 *
 * @param longest the longest stretch without an observation that counts
 */
export function withTransitionalTimes(
  observation: Observation,
  before: Observation | null,
  longest: Span,
): Observation {
  if (observation.kind !== 'project' || !observation.resources.some(isTransitional)) return observation;
  const known = new Map(
    before?.kind === 'project'
      ? before.resources.filter(isTransitional).map((resource) => [toResourceKey(resource), resource])
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
  const goesOn = unseen <= (known.state === now.state ? longest : steps);
  return goesOn ? (known.transitionalSince ?? known.seenAt) : now.seenAt;
}

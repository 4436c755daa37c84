import { partOf } from '../model/facts/observation.ts';
import { type Cost, type Resource, type ResourceKind, toResourceSubject } from '../model/facts/resource.ts';
import type { Subject } from '../model/ids.ts';
import { matchesResource } from '../model/rules/match.ts';
import type { Match } from '../model/rules/rule-terms.ts';
import { computeTotalCost, type Facts } from './facts.ts';

/** The facts that rules on single resources judge. */
export type ResourceFacts = Pick<Facts, 'target' | 'observation' | 'zone'>;

/** A resource with the cost of all its parts. */
export type ResourceInView = {
  readonly resource: Resource;
  readonly subject: Subject;
  readonly cost: Cost;
};

/**
 * Returns the resources that a rule can judge now: those of these kinds that it matches and that this poll
 * showed completely. Verdicts on the others stand until they are observed again.
 */
export function resourcesInView(
  match: Match,
  kinds: readonly ResourceKind[],
  { target, observation }: ResourceFacts,
): readonly ResourceInView[] {
  if (target.kind !== 'project' || observation.kind !== 'project') return [];
  const kindsInView = new Set(kinds.filter((kind) => observation.seen.includes(partOf[kind])));
  return observation.resources
    .filter(({ kind, activity }) => kindsInView.has(kind) && activity !== 'gone')
    .filter((resource) => matchesResource(match, target, resource, observation.at))
    .map((resource) => ({
      resource,
      subject: toResourceSubject(target.id, resource),
      cost: computeTotalCost(resource, observation),
    }));
}

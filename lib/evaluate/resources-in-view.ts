import { partOf } from '../model/facts/observation.ts';
import { type Resource, type ResourceKind, subjectOf } from '../model/facts/resource.ts';
import type { Subject } from '../model/ids.ts';
import type { HourlyPrice } from '../model/money/money.ts';
import { matchesResource } from '../model/rules/match.ts';
import type { Match } from '../model/rules/rule-terms.ts';
import { type Facts, wholePriceOf } from './facts.ts';

/** Of all that is known, what rules on resources by themselves judge by. */
export type ResourceFacts = Pick<Facts, 'target' | 'observation' | 'zone'>;

/** A resource with what all of it costs, for figures that people are told. */
export type InView = {
  readonly resource: Resource;
  readonly subject: Subject;
  readonly price: HourlyPrice | null;
};

/**
 * What a rule can judge now: resources of these kinds that it speaks of and that this very look showed
 * whole. What was said of the others stands until they are seen again.
 */
export function resourcesInView(
  match: Match,
  kinds: readonly ResourceKind[],
  { target, observation }: ResourceFacts,
): readonly InView[] {
  if (target.kind !== 'project' || observation.kind !== 'project') return [];
  const isInView = new Set(kinds.filter((kind) => observation.seen.includes(partOf[kind])));
  return observation.resources
    .filter(({ kind, activity }) => isInView.has(kind) && activity !== 'gone')
    .filter((resource) => matchesResource(match, target, resource, observation.at))
    .map((resource) => ({
      resource,
      subject: subjectOf(target.project, resource),
      price: wholePriceOf(resource, observation),
    }));
}

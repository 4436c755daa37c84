import type { Observation } from '../model/facts/observation.ts';
import type { Target } from '../model/ids.ts';
import {
  matchesResource,
  matchesTarget,
  mayMatchResource,
  nameOfMatch,
  namesResources,
} from '../model/rules/match.ts';
import type { Match } from '../model/rules/rule-terms.ts';
import { missingFact } from './missing-fact.ts';
import type { Rule } from './terms.ts';

/** Returns the matches of budgets on single resources of a target, by the names under which meters store them. */
export function countedMatches(rules: readonly Rule[], target: Target): ReadonlyMap<string, Match> {
  const counted = rules.filter(
    ({ kind, match }) => kind === 'budget' && namesResources(match) && matchesTarget(match, target),
  );
  return new Map(counted.map(({ match }) => [nameOfMatch(match), match]));
}

/** Returns an observation with only the resources that a match names; unchanged if it names none. */
export const withNamed = (match: Match, target: Target, observation: Observation): Observation =>
  observation.kind !== 'project' || !namesResources(match)
    ? observation
    : {
        ...observation,
        resources: observation.resources.filter((resource) =>
          matchesResource(match, target, resource, observation.at),
        ),
      };

/**
 * Returns the number of resources that a match may name, but that are left out because a property of theirs is
 * unknown.
 */
export const countUnmatchedResources = (match: Match, target: Target, observation: Observation): number =>
  observation.kind !== 'project' || !namesResources(match)
    ? 0
    : observation.resources.filter(
        (resource) =>
          resource.activity !== 'gone' &&
          mayMatchResource(match, target, resource, observation.at) &&
          !matchesResource(match, target, resource, observation.at),
      ).length;

export const unmatchedInWords = (count: number): string =>
  `${count === 1 ? '1 resource may' : `${count} resources may`} also match, depending on properties that are unknown`;

export const someProperties = missingFact('vms', 'the properties of some of its resources');

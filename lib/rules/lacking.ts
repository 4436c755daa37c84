import { type Part, partOf } from '../model/facts/observation.ts';
import type { Resource } from '../model/facts/resource.ts';
import type { LackingFact } from './verdict.ts';

/** Returns a fact that a rule needs, and the part of a poll that reports it. */
export const lackingFact = (part: Part, fact: string): LackingFact => ({ fact, part });

/** Returns a fact of a resource. */
export const lackingOf = ({ kind }: Pick<Resource, 'kind'>, fact: string): LackingFact =>
  lackingFact(partOf[kind], fact);

/** Returns what is missing of a resource that does not rest: its state, unless it is one that will pass. */
export const lackingState = (resource: Pick<Resource, 'kind' | 'activity'>): LackingFact | null =>
  resource.activity === 'unknown' ? lackingOf(resource, 'its state') : null;

import { type Part, partOf } from '../model/facts/observation.ts';
import type { Resource } from '../model/facts/resource.ts';
import type { MissingFact } from './verdict.ts';

/** Returns a fact that a rule needs, and the part of a poll that reports it. */
export const missingFact = (part: Part, fact: string): MissingFact => ({ fact, part });

/** Returns a fact of a resource. */
export const createMissingResourceFact = ({ kind }: Pick<Resource, 'kind'>, fact: string): MissingFact =>
  missingFact(partOf[kind], fact);

/** Returns what is missing of a resource that does not rest: its state, unless it is one that will pass. */
export const missingState = (resource: Pick<Resource, 'kind' | 'activity'>): MissingFact | null =>
  resource.activity === 'unknown' ? createMissingResourceFact(resource, 'its state') : null;

import { type Part, partOf } from '../model/facts/observation.ts';
import type { Resource } from '../model/facts/resource.ts';
import type { MissingFact } from './verdict.ts';

/** Returns a fact that a rule needs, and the part of a poll that reports it. */
export const missingFact = (part: Part, fact: string): MissingFact => ({ fact, part });

export const createMissingResourceFact = ({ kind }: Pick<Resource, 'kind'>, fact: string): MissingFact =>
  missingFact(partOf[kind], fact);

/** Returns the state of a resource as a missing fact if it is unknown; otherwise `null`. */
export const missingState = (resource: Pick<Resource, 'kind' | 'activity'>): MissingFact | null =>
  resource.activity === 'unknown' ? createMissingResourceFact(resource, 'its state') : null;

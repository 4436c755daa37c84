import * as z from 'zod';
import { RuleName, Subject } from '../ids.ts';
import { Instant } from '../time/time.ts';
import { Part } from './observation.ts';

/** A fact that a rule needs to judge a subject, and that was unknown at its last verdict. */
export const UnknownFact = z.object({
  rule: RuleName,
  subject: Subject,
  fact: z.string(),
  part: Part,
  /** The times of the first and the last verdict that lacked it. */
  since: Instant,
  at: Instant,
  /** Set where people may confirm the fall of a figure to 0, so that it counts. */
  isFall: z.literal(true).optional(),
});
export type UnknownFact = z.infer<typeof UnknownFact>;

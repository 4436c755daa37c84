import * as z from 'zod';
import { Match } from './rules/rule-terms.ts';
import { Instant } from './time.ts';

/** Which alerts a silence is about; what is left out matches everything. Globs over names. */
export const AlertMatch = z.strictObject({
  rule: z.string().optional(),
  subject: z.string().optional(),
  match: Match.optional(),
});
export type AlertMatch = z.infer<typeof AlertMatch>;

/** What a person told spendwatch, with name, reason and an end. */
export const Instruction = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('silence'),
    id: z.string(),
    alerts: AlertMatch,
    author: z.string(),
    reason: z.string(),
    at: Instant,
    until: Instant,
  }),
]);
export type Instruction = z.infer<typeof Instruction>;

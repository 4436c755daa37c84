import * as z from 'zod';
import { MessageId, Subject } from './ids.ts';
import { Match } from './rules/rule-terms.ts';
import { Instant } from './time/time.ts';

/** Which alerts a silence is about; what is left out matches everything. Globs over names. */
export const AlertMatch = z.strictObject({
  rule: z.string().optional(),
  subject: z.string().optional(),
  match: Match.optional(),
});
export type AlertMatch = z.infer<typeof AlertMatch>;

/** What every override says of itself. It holds from `at` until `until`. */
const word = { id: z.string(), author: z.string(), reason: z.string(), at: Instant, until: Instant };

/** What a person told spendwatch, with name, reason and an end. */
export const Override = z.discriminatedUnion('kind', [
  /** Nothing is said of these alerts, and nothing done for them. */
  z.strictObject({ kind: z.literal('silence'), ...word, alerts: AlertMatch }),
  /** These resources are not touched; a glob over their names ("project/ml-infra/vm/train-7b"). */
  z.strictObject({ kind: z.literal('keep'), ...word, subject: z.string() }),
  /** Yes or no to one act that was announced, and to no other. */
  z.strictObject({
    kind: z.literal('answer'),
    ...word,
    verdict: z.enum(['approved', 'denied']),
    subject: Subject,
    /** The message that announced it. */
    announcement: MessageId,
  }),
  /** Nothing is done, only said; in projects that fit the glob, or everywhere. */
  z.strictObject({ kind: z.literal('pause'), ...word, project: z.string().optional() }),
  /** To stop or start one resource now, whatever rules say; protection and pauses hold all the same. */
  z.strictObject({ kind: z.literal('order'), ...word, action: z.enum(['stop', 'start']), subject: Subject }),
]);
export type Override = z.infer<typeof Override>;
export type OverrideOf<Kind extends Override['kind']> = Extract<Override, { kind: Kind }>;

import * as z from 'zod';
import { ActionKind } from '../model/action-kind.ts';
import { RuleName, Subject } from '../model/ids.ts';
import { StoredPrice } from '../model/money/money.ts';
import { ofCost } from '../model/rules/rule-terms.ts';
import { Instant } from '../model/time/time.ts';
import { Figures } from '../rules/terms.ts';

/** An entry of the audit log: what was found, decided, notified or done, and why. */
export const JournalEntry = z.object({
  /** An id derived from the content, so that an event written twice is one entry. */
  id: z.string(),
  at: Instant,
  event: z.enum([
    'alert',
    'resolved',
    'notified',
    'not-notified',
    'decided',
    'held',
    'requested',
    'confirmed',
    'cancelled',
    'failed',
    'started-again',
    'wrong-stop',
    'ended',
    'override-placed',
    'override-revoked',
    'policy-loaded',
  ]),
  subject: Subject,
  rule: RuleName,
  because: z.string(),
  /** The action, for entries about one. */
  action: ActionKind.optional(),
  /** The person who ordered, approved or denied it. */
  by: z.string().optional(),
  /** The hourly price of the resource at that time; `null` if the platform reported none. */
  price: ofCost.price.optional(),
  isEstimate: ofCost.isEstimate,
  /** The cost before a stop, if it was higher. */
  priceBefore: StoredPrice.optional(),
  /** The figures of the verdict behind the decision. */
  figures: Figures.optional(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

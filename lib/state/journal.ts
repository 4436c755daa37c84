import * as z from 'zod';
import { ActionKind } from '../model/action-kind.ts';
import { RuleName, Subject } from '../model/ids.ts';
import { StoredPrice } from '../model/money/money.ts';
import { ofCost } from '../model/rules/rule-terms.ts';
import { Instant } from '../model/time/time.ts';
import { Figures } from '../rules/terms.ts';

/** An entry of the audit log: what was found, decided, notified or done, and why. */
export const JournalEntry = z.object({
  /** An id made from the content, so that an event written twice is one entry. */
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
  /** For actions: which one, */
  action: ActionKind.optional(),
  /** the person who ordered, approved or denied it, */
  by: z.string().optional(),
  /** the resource's hourly price at that moment, `null` when the platform reported none, and whether it is an estimate, */
  price: ofCost.price.optional(),
  isEstimate: ofCost.isEstimate,
  /** what it cost before a stop, where that was more, */
  priceBefore: StoredPrice.optional(),
  /** and the figures that the decision rests on. */
  figures: Figures.optional(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

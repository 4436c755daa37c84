import * as z from 'zod';
import { AlertKey, MessageId, RuleName, Subject } from './ids.ts';
import { Instant, Span } from './time.ts';

export const Severity = z.enum(['info', 'warning', 'critical']);
export type Severity = z.infer<typeof Severity>;

/** Word of an act sent ahead of it. Its grace runs from the delivery, not from the writing. */
export const Announcement = z.object({
  message: MessageId,
  /** The least time from delivery to act that it promised. */
  after: Span,
  /** When every route had taken it; `null` until then. */
  deliveredAt: Instant.nullable(),
});
export type Announcement = z.infer<typeof Announcement>;

/** A rule on a subject, for as long as it is breached. */
export const Alert = z.object({
  key: AlertKey,
  rule: RuleName,
  subject: Subject,
  severity: Severity,
  /** When this episode began; part of the id of every message about it. */
  since: Instant,
  /** Budgets: the highest threshold said in this period, in percent. */
  level: z.number().nullable(),
  announcement: Announcement.nullable(),
  /** After an act that did not work: no new one before this. */
  retryAfter: Instant.nullable(),
  because: z.string(),
});
export type Alert = z.infer<typeof Alert>;

import * as z from 'zod';
import { ActionKind } from './action-kind.ts';
import { AlertKey, MessageId, RuleName, Subject } from './ids.ts';
import { RuleKind } from './rules/rule-kind.ts';
import { Severity } from './severity.ts';
import { Instant, Span } from './time/time.ts';

/** Word of an act sent ahead of it. Its grace runs from the delivery, not from the writing. */
export const Announcement = z.object({
  message: MessageId,
  /** The least time from delivery to act that it promised. */
  after: Span,
  /** When every route that wants it had taken it, and one had; `null` until then. */
  deliveredAt: Instant.nullable(),
});
export type Announcement = z.infer<typeof Announcement>;

/** A rule on a subject, for as long as it is breached and a little longer. */
export const Alert = z.object({
  key: AlertKey,
  rule: RuleName,
  subject: Subject,
  kind: RuleKind,
  /** `over` is kept for a while, to tell what comes and goes from what comes. */
  phase: z.enum(['pending', 'firing', 'resolved']),
  severity: Severity,
  /** When this episode began; part of the id of every message about it. */
  since: Instant,
  /** Rules with several thresholds: how high the worst one reached is; the more the worse. */
  level: z.number().nullable(),
  /** What was last said of it; `null` when nothing was, as under a silence. */
  lastNotified: z
    .object({
      at: Instant,
      severity: Severity,
      /** The worst that was said of this episode, where that is worse. */
      worst: Severity.optional(),
      level: z.number().nullable(),
      times: z.number().int(),
    })
    .nullable(),
  /** Since when the rule has found nothing more; `null` while it does. */
  clearSince: Instant.nullable(),
  /** When it last began to fire, once or several times. */
  fired: z.array(Instant),
  /** Whether it was said that it comes and goes; while so, its episodes count as one and its end is yet to be said. */
  flapping: z.boolean().default(false),
  announcement: Announcement.nullable(),
  /** A later step, or one that money asks for: the act that this alert announces. */
  step: ActionKind.nullable().default(null),
  /** After an act that did not work: no new one before this, and how many did not. */
  retryAfter: Instant.nullable(),
  tries: z.number().int().default(0),
  /** How many tries in a row came to nothing before anything was asked of the cloud. */
  unsent: z.number().int().default(0),
  because: z.string(),
});
export type Alert = z.infer<typeof Alert>;

import * as z from 'zod';
import { ActionKind } from '../model/action-kind.ts';
import { AlertKey, MessageId, RuleName, Subject } from '../model/ids.ts';
import { Severity } from '../model/severity.ts';
import { Instant, later, latest, Span } from '../model/time/time.ts';
import { Window } from '../model/time/window.ts';
import { RuleKind } from '../rules/terms.ts';

/** The announcement of an action. Its grace runs from its delivery. */
export const Announcement = z.object({
  message: MessageId,
  /** The least time that it promised between delivery and action. */
  after: Span,
  /** The earliest time of an action that follows an earlier step by a fixed time; absent for any other. */
  notBefore: Instant.optional(),
  /** The time when every route that wants it, and at least one, had delivered it; `null` until then. */
  deliveredAt: Instant.nullable(),
  /** The data that it said the stop erases; absent for none. */
  erases: z.string().optional(),
  /** The time for which it waits for an approval; absent where it asked for none. */
  approve: Span.optional(),
  /** The business hours at that time, in which nothing is stopped or deleted; absent if there were none. */
  businessHours: z.object({ windows: z.array(Window), timezone: z.string() }).optional(),
});
export type Announcement = z.infer<typeof Announcement>;

/** Returns the earliest time of an announced action, by the terms of its announcement or by those of the policy now. */
export const computeDueTime = (
  { after, notBefore }: { readonly after: Span; readonly notBefore?: Instant | null | undefined },
  deliveredAt: Instant,
): Instant => latest(later(deliveredAt, after), notBefore ?? deliveredAt);

/** An alert: a rule that is breached on a subject, kept until some time after it has resolved. */
export const Alert = z.object({
  key: AlertKey,
  rule: RuleName,
  subject: Subject,
  kind: RuleKind,
  /** The part of the key that distinguishes episodes of one rule on one subject. */
  episode: z.string(),
  /** The creation time of its resource; `null` when it is about none, or that is unknown. */
  createdAt: Instant.nullable().default(null),
  /** `resolved` is kept for a while to detect flapping. */
  phase: z.enum(['pending', 'firing', 'resolved']),
  severity: Severity,
  /** The beginning of this episode; part of the id of every notification about it. */
  since: Instant,
  /** The incident under which people were notified of it before its connection was renamed; absent for any other. */
  incident: z.string().optional(),
  /** The highest threshold reached, for rules with several; higher is worse. */
  level: z.number().nullable(),
  /** The last notification about it; `null` when there was none, as under a silence. */
  lastNotified: z
    .object({
      at: Instant,
      severity: Severity,
      /** The highest severity notified in this episode, where it is higher. */
      worst: Severity.optional(),
      level: z.number().nullable(),
      times: z.number().int(),
    })
    .nullable(),
  /** The moment at which data is lost, for alerts about that. */
  lostAt: Instant.optional(),
  /** The time since which an idle VM is idle, as far as is known. */
  idleSince: Instant.optional(),
  /** The reason why nobody is notified of it while people keep its resource; absent once they are. */
  spared: z.string().optional(),
  /** The time since which the rule cannot tell whether it is breached, while it cannot. */
  unknownSince: Instant.optional(),
  /** The time since which the rule is clear; `null` while it is breached. */
  clearSince: Instant.nullable(),
  /** The times at which it began to fire, the last few of them. */
  fired: z.array(Instant),
  /** True if it was notified as flapping; while so, its episodes count as one whose end is not notified yet. */
  flapping: z.boolean().default(false),
  announcement: Announcement.nullable(),
  /** The last boot that answered an announcement of this episode, and how many did; absent where none did. */
  restarts: z.object({ at: Instant, times: z.number().int() }).optional(),
  /** The action that this alert announces, for a later step or a budget's step. */
  step: ActionKind.nullable().default(null),
  /** After a failed action: the earliest time of the next one, and the number of failures. */
  retryAfter: Instant.nullable(),
  tries: z.number().int().default(0),
  /** The number of consecutive attempts that ended before a request was sent. */
  unsent: z.number().int().default(0),
  because: z.string(),
});
export type Alert = z.infer<typeof Alert>;

import * as z from 'zod';
import { ActionKind } from '../model/action-kind.ts';
import { AlertKey, MessageId, RuleName, Subject } from '../model/ids.ts';
import { Severity } from '../model/severity.ts';
import { Instant, later, latest, Span } from '../model/time/time.ts';
import { Window } from '../model/time/window.ts';
import { RuleKind } from '../rules/terms.ts';

/** The announcement of an action. The grace of the action begins with its delivery. */
export const Announcement = z.object({
  message: MessageId,
  /** The minimum time between delivery and action that it promised. */
  after: Span,
  /** The earliest time of an action that follows an earlier step by a fixed time; absent for any other. */
  notBefore: Instant.optional(),
  /** The time when every route that wants it, and at least one, had delivered it; `null` until then. */
  deliveredAt: Instant.nullable(),
  /** The data that the stop erases, as announced; absent for none. */
  erases: z.string().optional(),
  /** How long the action waits for approval; absent if it needs none. */
  approve: Span.optional(),
  /** The business hours when it was sent, in which nothing is stopped or deleted; absent if there were none. */
  businessHours: z.object({ windows: z.array(Window), timezone: z.string() }).optional(),
});
export type Announcement = z.infer<typeof Announcement>;

/** Returns the earliest time of an announced action, by the terms of its announcement or of the present policy. */
export const computeDueTime = (
  { after, notBefore }: { readonly after: Span; readonly notBefore?: Instant | null | undefined },
  deliveredAt: Instant,
): Instant => latest(later(deliveredAt, after), notBefore ?? deliveredAt);

/** The state of a rule breached on a subject, from the breach until some time after the alert has resolved. */
export const Alert = z.object({
  key: AlertKey,
  rule: RuleName,
  subject: Subject,
  kind: RuleKind,
  /** The part of the key that distinguishes episodes of one rule on one subject. */
  episode: z.string(),
  /** The creation time of its resource; `null` if it is unknown, or the alert is not on a resource. */
  createdAt: Instant.nullable().default(null),
  /** `resolved` is kept for a while to detect flapping. */
  phase: z.enum(['pending', 'firing', 'resolved']),
  severity: Severity,
  /** The beginning of this episode; part of the id of every notification about it. */
  since: Instant,
  /** The incident of its notifications from before its connection was renamed; absent otherwise. */
  incident: z.string().optional(),
  /** The highest threshold reached, for rules with several; higher is worse. */
  level: z.number().nullable(),
  /** The last notification about it; `null` if there was none, for example because of a silence. */
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
  /** The time when data is lost, for alerts about that. */
  lostAt: Instant.optional(),
  /** The time since which an idle VM has been idle, if known. */
  idleSince: Instant.optional(),
  /** Why notifications are suppressed while people keep the resource; absent otherwise. */
  spared: z.string().optional(),
  /** The time since which the verdict of the rule has been unknown; absent while it is known. */
  unknownSince: Instant.optional(),
  /** The time since which the rule has been clear; `null` while it is breached. */
  clearSince: Instant.nullable(),
  /** The last few times at which it began to fire. */
  fired: z.array(Instant),
  /** True if it was notified as flapping. Its episodes then count as one whose end has not been notified. */
  flapping: z.boolean().default(false),
  announcement: Announcement.nullable(),
  /** The last boot that answered an announcement of this episode, and their number; absent if there was none. */
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

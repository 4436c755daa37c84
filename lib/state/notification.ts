import * as z from 'zod';
import { ActionKind } from '../model/action-kind.ts';
import { CloudName } from '../model/cloud-name.ts';
import { ConnectionName } from '../model/connection-name.ts';
import { Resource } from '../model/facts/resource.ts';
import { IntentId, MessageId, ResourceId, RuleName, Subject, TargetId } from '../model/ids.ts';
import { StoredPrice } from '../model/money/money.ts';
import { ofKind } from '../model/of-kind.ts';
import { ofCost } from '../model/rules/rule-terms.ts';
import { Severity } from '../model/severity.ts';
import { Instant, Span } from '../model/time/time.ts';
import { Figures, RuleKind } from '../rules/terms.ts';
import { BlindMatter } from './control.ts';
import { Digest } from './digest.ts';

/** A resource and its hourly price. */
export const Driver = z.object({
  subject: Subject,
  price: StoredPrice,
  isEstimate: ofCost.isEstimate,
  what: z.string(),
  by: z.string().nullable(),
  /** The name of the resource; absent if it equals the id. */
  name: z.string().optional(),
  /** The person who needs it, and the purpose, if people state them. */
  owner: z.string().optional(),
  purpose: z.string().optional(),
  /** The time when the platform deletes it by itself; absent when it does not. */
  expiresAt: Instant.optional(),
});
export type Driver = z.infer<typeof Driver>;

/** An announced action. */
export const PlannedAction = z.object({
  action: ActionKind,
  /** The minimum time from the delivery of this announcement to the action. */
  after: Span,
  /** The earliest time of the action. */
  notBefore: Instant.nullable(),
  /** How long it waits for approval; `null` if none is needed. */
  approve: Span.nullable(),
  /** The data that the stop erases; absent for none. */
  erases: z.string().optional(),
  /** The later steps, each with its time since the stop. */
  then: z.array(z.object({ action: ActionKind, after: Span })),
});

/** The reason for no action if a rule has no step but `notify`. */
export const alertOnly = 'alert only';

/** The next step after a notification: an action, one that enforce mode would take, or nothing. */
export const NextStep = z.discriminatedUnion('kind', [
  ofKind('action', PlannedAction.shape),
  /** The action that enforce mode would take. */
  ofKind('not-enforced', PlannedAction.shape),
  ofKind('nothing', { because: z.string() }),
]);
export type NextStep = z.infer<typeof NextStep>;

/**
 * The reason for notifying an alert: it is new, has worsened, still lasts, has an action to announce, or is flapping.
 */
export const NotifyReason = z.enum(['new', 'worse', 'lasting', 'announced', 'flapping']);
export type NotifyReason = z.infer<typeof NotifyReason>;

/**
 * The fields of every notification. The id is derived from the content, so that repeated deliveries carry the same
 * one.
 */
const about = {
  id: MessageId,
  severity: Severity,
  subject: Subject,
  /** The name of the resource; absent if it equals the id, and for a subject that is no resource. */
  name: z.string().optional(),
  rule: RuleName,
  because: z.string(),
  /** The incident, shared by all notifications about one episode of an alert. */
  incident: z.string().optional(),
  /** For follow-ups: the highest severity that was notified. They go to all routes that were notified of the incident. */
  worstNotified: Severity.optional(),
};

/** The effect of a stop that its resource reports. */
const restEffect = {
  erasedByStop: Resource.shape.erasedByStop,
  continuesAt: StoredPrice.optional(),
};

export const AlertNotice = ofKind('alert', {
  ...about,
  reason: NotifyReason,
  since: Instant,
  figures: Figures,
  next: NextStep,
  ...restEffect,
  /** The target's burn rate; `null` when unknown. */
  burnRate: StoredPrice.nullable(),
  /** The part of the burn rate that is an estimate; absent if none is. */
  estimatedRate: StoredPrice.optional(),
  drivers: z.array(Driver),
  /** The burn rate in each of the last hours, and now; oldest first, `null` if unknown. */
  trend: z.array(StoredPrice.nullable()).optional(),
  /** The interval of reminders while it lasts; `null` for never. */
  again: Span.nullable().optional(),
  /**
   * The earlier announcement of the next action, from whose delivery its grace runs; absent if this is the
   * announcement.
   */
  announced: z
    .object({ after: Span, deliveredAt: Instant.nullable(), message: MessageId.optional() })
    .optional(),
});

export const ResolvedNotice = ofKind('resolved', {
  ...about,
  since: Instant,
  of: RuleKind,
  /** The cancelled action of a later step or a budget's step; otherwise `null`. */
  step: ActionKind.nullable().default(null),
  /** True if the alert ended because its resource no longer exists. */
  gone: z.literal(true).optional(),
});

export const ActionConfirmed = ofKind('action-confirmed', {
  ...about,
  /** The intent that was carried out. */
  intent: IntentId,
  action: ActionKind,
  /** The time when it was confirmed. */
  doneAt: Instant,
  /** The cost of the resource, or its last one if it is gone. */
  ...ofCost,
  image: ResourceId.nullable(),
  ...restEffect,
  /** Its cost before its stop, if that was higher. */
  priceBefore: StoredPrice.optional(),
  /** The person who ordered it; `null` when a rule decided it. */
  by: z.string().nullable(),
});

export const ActionFailed = ofKind('action-failed', {
  ...about,
  action: ActionKind,
  /** The time of the retry; `null` after the last attempt. */
  retryAfter: Instant.nullable(),
  by: z.string().nullable(),
});

export const CapsHeld = ofKind('caps-held', {
  ...about,
  wanted: z.number().int(),
  allowed: z.number().int(),
});

/** The content of a notification as data, which renderers turn into text. */
export const Notification = z.discriminatedUnion('kind', [
  AlertNotice,
  ResolvedNotice,
  ActionConfirmed,
  ActionFailed,
  CapsHeld,
  ofKind('digest', { ...about, digest: Digest }),
  /** spendwatch as a whole cannot see or act, or can again. */
  ofKind('blind', {
    ...about,
    matter: BlindMatter,
    /** The connection that it concerns; absent for the unnamed connection, and for spendwatch as a whole. */
    connection: ConnectionName.optional(),
    state: z.enum(['blind', 'resolved']),
    since: Instant,
    times: z.number().int(),
    /** The projects whose VMs fell to 0 together, which people may confirm; absent for none. */
    fallen: z.array(TargetId).optional(),
  }),
  /** A route fails or works again, sent over the other routes; or a test, sent over the route itself. */
  ofKind('route', {
    ...about,
    route: z.string(),
    state: z.enum(['failing', 'works', 'test']),
    since: Instant,
  }),
]);
export type Notification = z.infer<typeof Notification>;
export type NotificationByKind<Kind extends Notification['kind']> = Extract<Notification, { kind: Kind }>;

/** The notifications of one target, rule and run, delivered as one message. */
export const Message = z.object({
  /** The id of its only notification, or one derived from all of them; equal content gives an equal id. */
  id: MessageId,
  at: Instant,
  severity: Severity,
  /** The cloud that it concerns; absent for several, and for spendwatch itself. */
  cloud: CloudName.optional(),
  notifications: z.array(Notification).min(1),
  /** The names of the routes that have delivered it. */
  delivered: z.array(z.string()),
  /** The names of the delivering routes that have no known receiver. */
  unconfirmed: z.array(z.string()).optional(),
  /** By route: how often its receiver answered without confirming, and when it last did; absent if never. */
  unacknowledged: z.record(z.string(), z.object({ times: z.number().int(), at: Instant })).optional(),
});
export type Message = z.infer<typeof Message>;

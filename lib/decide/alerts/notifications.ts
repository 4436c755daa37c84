import { type Resource, toRestEffect } from '../../model/facts/resource.ts';
import { groupByKey } from '../../model/grouped-by.ts';
import { MessageId, type TargetId } from '../../model/ids.ts';
import type { HourlyPrice } from '../../model/money/money.ts';
import { higherSeverity, type Severity } from '../../model/severity.ts';
import { type Instant, isoInstant } from '../../model/time/time.ts';
import type { Rule } from '../../rules/terms.ts';
import type { Breach } from '../../rules/verdict.ts';
import type { Alert, Announcement } from '../../state/alert.ts';
import type { Head } from '../../state/head.ts';
import type { JournalEntry } from '../../state/journal.ts';
import type {
  Driver,
  Message,
  NextStep,
  Notification,
  NotificationByKind,
  NotifyReason,
} from '../../state/notification.ts';
import type { Policy } from '../../state/policy.ts';
import type { Progress } from '../progress.ts';
import { givenNameFinder } from '../subjects.ts';
import {
  buildIdSuffix,
  getAlertTiming,
  isOfEpisode,
  toIncidentFields,
  toWorstField,
  worstNotified,
} from './reason-to-notify.ts';

/** The burn rate of a target, and the resources that cost most. */
export type CostFigures = {
  readonly burnRate: HourlyPrice | null;
  readonly estimatedRate?: HourlyPrice;
  readonly drivers: readonly Driver[];
  /** The target's recent hourly cost; absent for a single resource. */
  readonly trend?: readonly (HourlyPrice | null)[];
};

type NotifyInput = {
  readonly rule: Rule;
  readonly now: Instant;
  readonly resource: Resource | undefined;
  readonly next: NextStep;
  readonly costs: CostFigures;
  readonly policy: Pick<Policy, 'businessHours' | 'timezone'>;
};

/** Returns the notification of an alert, and the alert as notified. */
export function buildAlertNotification(
  { spared: _, ...alert }: Alert,
  { subject, rule, because, severity, figures }: Breach,
  reason: NotifyReason,
  { now, next, costs: { burnRate, estimatedRate, drivers, trend }, ...input }: NotifyInput,
): { readonly alert: Alert; readonly notification: NotificationByKind<'alert'> } {
  const { repeat } = getAlertTiming(input.rule, alert.step);
  const times = (alert.lastNotified?.times ?? 0) + 1;
  const { incident } = toIncidentFields(alert);
  const id = MessageId.parse(`${incident}#${buildIdSuffix(reason, alert, repeat === null ? null : times)}`);
  const announced = next.kind === 'action' ? buildAnnouncement(id, next, input.policy) : null;
  return {
    alert: {
      ...alert,
      announcement: alert.announcement ?? announced,
      flapping: alert.flapping || reason === 'flapping',
      lastNotified: {
        at: now,
        times,
        ...toWorstField(alert),
        ...(repeat === null ? worstNotified(alert) : { severity: alert.severity, level: alert.level }),
      },
    },
    notification: {
      kind: 'alert',
      id,
      severity,
      subject,
      rule,
      because,
      incident,
      reason,
      since: alert.since,
      figures,
      next,
      ...(input.resource && toRestEffect(input.resource)),
      burnRate,
      ...(estimatedRate && { estimatedRate }),
      drivers: [...drivers],
      ...(trend !== undefined && { trend: [...trend] }),
      again: repeat,
      // The grace of an earlier announcement runs from its delivery, however often people are notified again.
      ...(next.kind === 'action' &&
        alert.announcement !== null && {
          announced: alert.announcement,
        }),
    },
  };
}

/**
 * Returns the announcement of a step. It keeps the business hours and the approval that it promises, even if the
 * policy later requires less.
 */
const buildAnnouncement = (
  message: MessageId,
  { after, notBefore, approve, erases }: Extract<NextStep, { kind: 'action' }>,
  { businessHours: windows, timezone }: NotifyInput['policy'],
): Announcement => ({
  message,
  after,
  deliveredAt: null,
  ...(notBefore !== null && { notBefore }),
  ...(erases !== undefined && { erases }),
  ...(approve !== null && { approve }),
  ...(windows.length > 0 && { businessHours: { windows, timezone } }),
});

/**
 * Groups a turn's notifications into one message per rule and kind, so that thirty VMs found idle at once make one
 * mail, and all resources that no longer exist make one. An announced action refers to the message that its
 * notification went into. A resource that is gone has the name that the observation `previous` showed.
 */
export function groupNotifications(
  progress: Progress,
  at: Instant,
  previous: Head['observation'] = null,
): Progress {
  const { target, observation } = progress;
  const named = withNames(progress.notifications, [progress, { target, observation: previous }]);
  const messages = [...groupByKey(named, toGroupKey).values()].map((notifications) =>
    createGroupMessage(notifications, target, observation, at),
  );
  const messageOfNotification = new Map(
    messages.flatMap(({ id, notifications }) => notifications.map((notification) => [notification.id, id])),
  );
  const alerts = progress.alerts.map((alert) => {
    const message = alert.announcement && messageOfNotification.get(alert.announcement.message);
    return message && alert.announcement
      ? { ...alert, announcement: { ...alert.announcement, message } }
      : alert;
  });
  return trimOutbox(
    { ...progress, alerts, outbox: [...progress.outbox, ...messages], notifications: [] },
    at,
  );
}

/**
 * Returns the key of the message that a notification belongs to. Later steps of one resource are separate, since
 * people answer each announcement by its message.
 */
function toGroupKey(notice: Notification): string {
  if (notice.kind === 'resolved' && notice.gone) return 'gone';
  const step = notice.kind === 'alert' && notice.figures.kind === 'rest' ? `-${notice.figures.action}` : '';
  return `${notice.rule}#${notice.kind}${step}`;
}

function createGroupMessage(
  notifications: readonly Notification[],
  target: TargetId,
  observation: Head['observation'],
  at: Instant,
): Message {
  const [first, ...others] = notifications;
  if (first === undefined) throw new TypeError('a message must have at least one notification');
  const id =
    others.length === 0 ? first.id : MessageId.parse(`${target}#${toGroupKey(first)}#${isoInstant(at)}`);
  return newMessage(id, notifications, observation, at);
}

/**
 * Returns notifications with the names that people gave their resources, from the first of the observations that shows
 * one.
 */
export function withNames<One extends Notification>(
  notifications: readonly One[],
  seen: Parameters<typeof givenNameFinder>[0],
): readonly One[] {
  if (notifications.length === 0) return notifications;
  const givenName = givenNameFinder(seen);
  return notifications.map((notice) => {
    const name = givenName(notice.subject);
    return name === undefined ? notice : { ...notice, name };
  });
}

/** Returns a message, not delivered yet, with the cloud of its target where that is known. */
export const newMessage = (
  id: MessageId,
  notifications: readonly Notification[],
  observation: Head['observation'],
  at: Instant,
): Message => ({
  id,
  at,
  severity: findWorstSeverity(notifications),
  ...(observation?.cloud != null && { cloud: observation.cloud }),
  notifications: [...notifications],
  delivered: [],
});

const findWorstSeverity = (notifications: readonly Notification[]): Severity =>
  notifications.map(({ severity }) => severity).reduce(higherSeverity, 'info');

/** The maximum number of messages that an outbox keeps; more wait only where a route has been down for days. */
export const mostWaiting = 200;

/**
 * Drops the oldest messages about past alerts, or delivered on some route, when more than `mostWaiting` wait.
 * Messages about firing alerts and actions are never dropped.
 */
function trimOutbox(progress: Progress, now: Instant): Progress {
  let surplus = progress.outbox.length - mostWaiting;
  if (surplus <= 0) return progress;
  const mayGo = (message: Message) => canTrimMessage(message, progress);
  const dropped: Message[] = [];
  const outbox = progress.outbox.filter((message) => {
    if (surplus <= 0 || !mayGo(message)) return true;
    surplus -= 1;
    dropped.push(message);
    return false;
  });
  return {
    ...progress,
    outbox,
    journal: [...progress.journal, ...dropped.flatMap((message) => toJournalEntries(message, now))],
  };
}

function canTrimMessage({ id, delivered, notifications }: Message, { alerts }: Progress): boolean {
  if (alerts.some(({ announcement }) => announcement?.message === id)) return false;
  if (notifications.some(({ kind }) => kind !== 'alert' && kind !== 'resolved')) return false;
  if (delivered.length > 0) return true;
  const firing = alerts.filter(({ phase }) => phase === 'firing');
  return !notifications.some((notification) => firing.some((alert) => isOfEpisode(notification, alert)));
}

function toJournalEntries({ notifications, delivered }: Message, at: Instant): JournalEntry[] {
  const failure = delivered.length === 0 ? 'no route accepted it' : 'not every route accepted it';
  const because = `${failure}, and more than ${mostWaiting} messages wait`;
  return notifications.map(({ id, subject, rule }) => {
    return { id: `not-notified#${id}`, at, event: 'failed', subject, rule, because };
  });
}

import { MessageId, type RuleName, type TargetId } from '../../model/ids.ts';
import type { Message, Notification } from '../../model/notification.ts';
import { compareSeverity, type Severity } from '../../model/severity.ts';
import { type Instant, isoInstant } from '../../model/time/time.ts';
import type { Progress } from '../progress.ts';
import { trimOutbox } from './trim-outbox.ts';

/**
 * Makes one message for each rule and kind of notification of a turn, so that thirty VMs found idle at once are one
 * mail. The message that a notification went into announces its action.
 */
export function groupNotifications(progress: Progress, target: TargetId, at: Instant): Progress {
  const groups = new Map<string, Notification[]>();
  for (const notice of progress.notifications) {
    const group = `${notice.rule}#${notice.kind}${laterStepOf(notice)}`;
    groups.set(group, [...(groups.get(group) ?? []), notice]);
  }
  const messages = [...groups.values()].map((notifications) => messageOf(notifications, target, at));
  const messageOfNotification = new Map(
    messages.flatMap(({ id, notifications }) => notifications.map((told) => [told.id, id])),
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

/** Tells later steps of one resource apart, since people answer each announcement by its message. */
const laterStepOf = (notice: Notification): string =>
  notice.kind === 'alert' && notice.figures.kind === 'rest' ? `-${notice.figures.action}` : '';

function messageOf(notifications: readonly Notification[], target: TargetId, at: Instant): Message {
  const [first, ...others] = notifications;
  if (first === undefined) throw new TypeError('a message says something');
  const id =
    others.length === 0
      ? first.id
      : MessageId.parse(
          `${target}#${first.rule satisfies RuleName}#${first.kind}${laterStepOf(first)}#${isoInstant(at)}`,
        );
  return { id, at, severity: worstOf(notifications), notifications: [...notifications], delivered: [] };
}

const worstOf = (notifications: readonly Notification[]): Severity =>
  notifications.reduce<Severity>(
    (worst, { severity }) => (compareSeverity(severity, worst) > 0 ? severity : worst),
    'info',
  );

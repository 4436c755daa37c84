import type { Alert } from '../../model/alert.ts';
import { MessageId } from '../../model/ids.ts';
import type { HourlyPrice } from '../../model/money/money.ts';
import type { Driver, NextStep, NotificationOf, NotifyReason } from '../../model/notification.ts';
import type { Rule } from '../../model/rules/rule.ts';
import type { Breach } from '../../model/rules/verdict.ts';
import type { Instant } from '../../model/time/time.ts';
import { idSuffixFor, incidentOf, termsOf, worseBefore, worstNotified } from './reason-to-notify.ts';

/** What a target or a resource costs, and what of it costs most. */
export type Pace = {
  readonly burnRate: HourlyPrice | null;
  readonly drivers: readonly Driver[];
  /** What the target cost an hour of late; left out where it is of one resource. */
  readonly trend?: readonly (HourlyPrice | null)[];
};

type NotifyInput = {
  readonly rule: Rule;
  readonly now: Instant;
  readonly next: NextStep;
  readonly pace: Pace;
};

/** Returns what people are told of an alert, and the alert once they are. */
export function notificationOf(
  alert: Alert,
  { subject, rule, because, severity, figures }: Breach,
  reason: NotifyReason,
  { now, next, pace: { burnRate, drivers, trend }, ...input }: NotifyInput,
): { readonly alert: Alert; readonly notification: NotificationOf<'alert'> } {
  const { repeat } = termsOf(input.rule, alert.step);
  const times = (alert.lastNotified?.times ?? 0) + 1;
  const { incident } = incidentOf(alert);
  const id = MessageId.parse(`${incident}#${idSuffixFor(reason, alert, repeat === null ? null : times)}`);
  const isAnnounced = next.kind === 'action' && alert.announcement === null;
  return {
    alert: {
      ...alert,
      announcement: isAnnounced ? { message: id, after: next.after, deliveredAt: null } : alert.announcement,
      flapping: alert.flapping || reason === 'flapping',
      lastNotified: {
        at: now,
        times,
        ...worseBefore(alert),
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
      burnRate,
      drivers: [...drivers],
      ...(trend !== undefined && { trend: [...trend] }),
      again: repeat,
      // The grace of an earlier announcement runs from its delivery, however often people are notified again.
      ...(next.kind === 'action' &&
        alert.announcement !== null && {
          announced: { after: alert.announcement.after, deliveredAt: alert.announcement.deliveredAt },
        }),
    },
  };
}

import { AlertKey, Subject, type TargetId } from '../model/ids.ts';
import { findEarliest, type Instant, instant } from '../model/time/time.ts';
import type { Alert } from '../state/alert.ts';
import { firstHead, type Head, listPendingObservations } from '../state/head.ts';
import { toIncidentFields } from './alerts/reason-to-notify.ts';

/** Returns a head that no longer counts, because its target has a new name from `at` on. */
export const retiredHead = (head: Head, target: TargetId, at: Instant): Head => ({
  ...head,
  seq: head.seq + 1,
  movedTo: { target, at },
});

/**
 * Returns the head of a target under its new name. It holds all that the retired head holds, with a sequence number
 * above that of a head stored under that name. Incidents keep their IDs. Actions that have not begun are dropped and
 * announced again, because the earlier announcements name the resources differently.
 */
export function movedHead(retired: Head, to: TargetId, stored: Head | undefined, at: Instant): Head {
  const { movedTo: _, mayCountTwice: __, ...head } = retired;
  const subjectNow = (subject: Subject): Subject => Subject.parse(renamed(subject, head.target, to));
  const keyNow = (key: AlertKey): AlertKey => AlertKey.parse(renamed(key, head.target, to));
  const alerts = head.alerts.filter(({ step }) => step === null);
  return {
    ...head,
    target: to,
    seq: (stored?.seq ?? 0) + 1,
    alerts: alerts.map((alert) => movedAlert(alert, subjectNow, keyNow)),
    outbox: head.outbox.map((message) => ({
      ...message,
      notifications: message.notifications.map((notification) => ({
        ...notification,
        subject: subjectNow(notification.subject),
      })),
    })),
    intents: head.intents
      .filter(({ state }) => state.kind !== 'waiting')
      .map((intent) => ({
        ...intent,
        target: to,
        subject: subjectNow(intent.subject),
        alert: intent.alert && keyNow(intent.alert),
      })),
    stops: head.stops.map((stop) => ({ ...stop, subject: subjectNow(stop.subject) })),
    unknownFacts: head.unknownFacts.map((fact) => ({ ...fact, subject: subjectNow(fact.subject) })),
    earlier: {
      from: findFirstPendingTime(head) ?? at,
      names: [
        ...(head.earlier?.names ?? []),
        { target: head.target, from: head.earlier?.from ?? instant(0), until: at },
      ],
    },
  };
}

/** Returns an empty head for a name that now belongs to another account; only the sequence number goes on. */
export const headAnew = ({ target, seq }: Head, at: Instant): Head => ({
  ...firstHead(target),
  seq,
  earlier: { from: at, names: [] },
});

function movedAlert(
  alert: Alert,
  subjectNow: (subject: Subject) => Subject,
  keyNow: (key: AlertKey) => AlertKey,
): Alert {
  return {
    ...alert,
    subject: subjectNow(alert.subject),
    key: keyNow(alert.key),
    ...(alert.lastNotified !== null && { incident: toIncidentFields(alert).incident }),
    announcement: null,
  };
}

/** Replaces a target's name at the beginning of a subject or key; other texts stay as they are. */
const renamed = (text: string, oldName: TargetId, newName: TargetId): string =>
  text === oldName || text.startsWith(`${oldName}/`) || text.startsWith(`${oldName}#`)
    ? `${newName}${text.slice(oldName.length)}`
    : text;

/**
 * Returns the earliest time of the pending writes, which go to history under the new name; `null` when there are none.
 */
function findFirstPendingTime(head: Head): Instant | null {
  const { meters, journal } = head.pendingWrites;
  return findEarliest([
    ...listPendingObservations(head).map(({ at }) => at),
    ...meters.map(({ period }) => period.from),
    ...journal.map(({ at }) => at),
  ]);
}

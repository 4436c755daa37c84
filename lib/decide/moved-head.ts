import { AlertKey, Subject, type TargetId } from '../model/ids.ts';
import { findEarliest, type Instant, instant } from '../model/time/time.ts';
import type { Alert } from '../state/alert.ts';
import { firstHead, type Head, listPendingObservations } from '../state/head.ts';
import { toIncidentFields } from './alerts/reason-to-notify.ts';

/** Returns a head that counts no more, since its target has a new name from now on. */
export const retiredHead = (head: Head, target: TargetId, at: Instant): Head => ({
  ...head,
  seq: head.seq + 1,
  movedTo: { target, at },
});

/**
 * Returns the head of a target that goes on under another name with all that is known of a retired one, after the head that
 * is stored under that name, if there is one. Incidents keep their ids. Actions that have not begun are dropped, and announced
 * anew: what people were told names the machines otherwise.
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
      notifications: message.notifications.map((one) => ({ ...one, subject: subjectNow(one.subject) })),
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

/** Returns the head of a name that is used again, for another account than before: nothing of that counts. */
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

/** Returns a text that begins with a target's name, with its new one. */
const renamed = (text: string, before: TargetId, now: TargetId): string =>
  text === before || text.startsWith(`${before}/`) || text.startsWith(`${before}#`)
    ? `${now}${text.slice(before.length)}`
    : text;

/** Returns the earliest time of what is not in history yet, and will be written under the new name. */
function findFirstPendingTime(head: Head): Instant | null {
  const { meters, journal } = head.pendingWrites;
  return findEarliest([
    ...listPendingObservations(head).map(({ at }) => at),
    ...meters.map(({ period }) => period.from),
    ...journal.map(({ at }) => at),
  ]);
}

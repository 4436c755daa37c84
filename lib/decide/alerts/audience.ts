import { isTaken, type Route, routeId, takes } from '../../model/route.ts';
import { higherSeverity, type Severity } from '../../model/severity.ts';
import { findWindowPosition } from '../../model/time/period.ts';
import type { Instant } from '../../model/time/time.ts';
import type { Message, Notification } from '../../state/notification.ts';
import type { Policy } from '../../state/policy.ts';

/** Returns the routes that must deliver a message; `null` where there is no route at all. */
export type Audience = (message: Message) => readonly string[] | null;

/**
 * Returns a function that finds the audience of a message among the routes that are `present`: all of them where the
 * policy names none.
 */
export function createAudience({ routes }: Pick<Policy, 'routes'>, present: readonly string[]): Audience {
  if (present.length === 0) return () => null;
  if (routes === null) return () => present;
  return (message) => [...new Set(routes.filter((route) => wants(route, message)).map(routeId))];
}

/** Reports whether a route's quiet hours hold a message back. They never hold back a critical one. */
export function isHeldBack(
  { routes, timezone }: Pick<Policy, 'routes' | 'timezone'>,
  route: string,
  message: Message,
  now: Instant,
): boolean {
  if (message.severity === 'critical') return false;
  const matching = (routes ?? []).filter(
    (policyRoute) => routeId(policyRoute) === route && wants(policyRoute, message),
  );
  return matching.length > 0 && matching.every((policyRoute) => isQuiet(policyRoute, now, timezone));
}

/**
 * Reports whether quiet hours do not hold back the end of an alert or spell, because a newer message about it goes out
 * now: if the end came after that, it would read as all clear.
 */
export const goesAhead = (message: Message, newer: readonly Message[]): boolean => {
  const ended = message.notifications.filter(isEnd).map(toNoticeKey);
  return (
    ended.length > 0 &&
    newer.some(({ notifications }) =>
      notifications.some((notice) => !isEnd(notice) && ended.includes(toNoticeKey(notice))),
    )
  );
};

const isEnd = (notice: Notification): boolean =>
  notice.kind === 'resolved' || (notice.kind === 'blind' && notice.state === 'resolved');

const toNoticeKey = (notice: Notification): string =>
  notice.kind === 'blind'
    ? `${notice.matter}@${notice.connection ?? ''}`
    : `${notice.rule}#${notice.subject}`;

export const isQuiet = ({ quiet }: Route, now: Instant, zone: string): boolean =>
  quiet.length > 0 && findWindowPosition(quiet, now, zone).isInside;

/** Reports whether some route of the policy would take a notification. */
export const isWanted = (
  { routes }: Pick<Policy, 'routes'>,
  {
    severity,
    rule,
    subject,
    worstNotified = severity,
  }: Pick<Notification, 'severity' | 'rule' | 'subject' | 'worstNotified'>,
): boolean => isTaken(routes, { severity: higherSeverity(severity, worstNotified), rules: [rule], subject });

function wants(route: Route, message: Message): boolean {
  // All notifications of a message are of one target, and of one rule unless their resources no longer exist.
  const [first] = message.notifications;
  if (first === undefined) return false;
  const rules = message.notifications.map(({ rule }) => rule);
  return takes(route, { severity: computeRoutingSeverity(message), rules, subject: first.subject });
}

/** Returns the severity that selects the routes: everyone who was notified of an alert is notified of its end. */
const computeRoutingSeverity = ({ severity, notifications }: Message): Severity =>
  notifications.reduce((worst, { worstNotified = 'info' }) => higherSeverity(worstNotified, worst), severity);

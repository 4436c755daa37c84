import { type Route, routeId } from '../../model/route.ts';
import { fitsGlob } from '../../model/rules/match.ts';
import { compareSeverity, higherSeverity, type Severity } from '../../model/severity.ts';
import { subjectParts } from '../../model/subject.ts';
import { hoursAt } from '../../model/time/period.ts';
import type { Instant } from '../../model/time/time.ts';
import type { Message, Notification } from '../../state/notification.ts';
import type { Policy } from '../../state/policy.ts';

/** Returns the routes that must deliver a message; `null` where there is no route at all. */
export type Audience = (message: Message) => readonly string[] | null;

/** Finds the audience among the routes that are `present`: all of them where the policy names none. */
export function audienceOf({ routes }: Pick<Policy, 'routes'>, present: readonly string[]): Audience {
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
  const wanting = (routes ?? []).filter((known) => routeId(known) === route && wants(known, message));
  return wanting.length > 0 && wanting.every((known) => isQuiet(known, now, timezone));
}

/**
 * Reports whether an end that quiet hours hold back goes out with a newer message of the same thing, which they do not:
 * if it came after that one, it would read as all clear.
 */
export const goesAhead = (message: Message, newer: readonly Message[]): boolean => {
  const ended = message.notifications.filter(isEnd).map(thingOf);
  return (
    ended.length > 0 &&
    newer.some(({ notifications }) =>
      notifications.some((one) => !isEnd(one) && ended.includes(thingOf(one))),
    )
  );
};

const isEnd = (notice: Notification): boolean =>
  notice.kind === 'resolved' || (notice.kind === 'blind' && notice.state === 'resolved');

const thingOf = (notice: Notification): string =>
  notice.kind === 'blind'
    ? `${notice.matter}@${notice.connection ?? ''}`
    : `${notice.rule}#${notice.subject}`;

export const isQuiet = ({ quiet }: Route, now: Instant, zone: string): boolean =>
  quiet.length > 0 && hoursAt(quiet, now, zone).isInside;

function wants({ from, projects, accounts, rules }: Route, message: Message): boolean {
  // All notifications of a message are of one target, and of one rule unless their resources no longer exist.
  const [first] = message.notifications;
  if (first === undefined || compareSeverity(weightOf(message), from) < 0) return false;
  if (rules !== null && !message.notifications.some(({ rule }) => fitsOne(rules, rule))) return false;
  if (projects === null && accounts === null) return true;
  const { scope, name } = subjectParts(first.subject);
  if (scope === 'project') return fitsOne(projects ?? [], name);
  return scope === 'account' && fitsOne(accounts ?? [], name);
}

/** Returns the severity that selects the routes: everyone who was notified of an alert is notified of its end. */
const weightOf = ({ severity, notifications }: Message): Severity =>
  notifications.reduce((worst, { worstNotified = 'info' }) => higherSeverity(worstNotified, worst), severity);

const fitsOne = (globs: readonly string[], name: string): boolean =>
  globs.some((glob) => fitsGlob(glob, name));

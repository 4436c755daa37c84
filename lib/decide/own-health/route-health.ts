import { MessageId, RuleName, Subject } from '../../model/ids.ts';
import { computeSpan, hours, type Instant, isAhead, isoInstant, minutes } from '../../model/time/time.ts';
import type { Control, RouteTrouble } from '../../state/control.ts';
import type { Message, NotificationByKind } from '../../state/notification.ts';

/** The outcome of a run's deliveries for each route: why one failed, or `null` when all succeeded. */
export type Tries = ReadonlyMap<string, string | null>;

/** The time that a route may fail before other routes report it. */
export const patience = minutes(30);

/**
 * The longest pause before a message that was not acknowledged is sent again: a critical one must not wait for long.
 */
const longestPause = { critical: minutes(15), other: hours(1) } as const;

/**
 * Reports whether a message is not sent again yet over a route whose receiver answered without acknowledging it: the
 * receiver may have shown the message, and must not show it at every poll. The pause is 5 minutes after the second
 * attempt, and doubles with each further one.
 */
export function isDeliveryPaused(
  route: string,
  { unacknowledged, severity }: Message,
  now: Instant,
): boolean {
  const last = unacknowledged?.[route];
  if (last === undefined || last.times < 2 || isAhead(last.at, now)) return false;
  const doubled = minutes(5 * 2 ** Math.min(last.times - 2, 10));
  const most = severity === 'critical' ? longestPause.critical : longestPause.other;
  return computeSpan(last.at, now) < Math.min(doubled, most);
}

/** Returns the troubles of routes after a run's tries. */
export function updateRouteTroubles(
  { routes }: Control,
  tries: Tries,
  now: Instant,
): readonly RouteTrouble[] {
  const troubles = new Map(routes.map((trouble) => [trouble.route, trouble]));
  const others = routes.filter(({ route }) => !tries.has(route));
  return [
    ...others,
    ...[...tries].flatMap(([route, because]) => updateTrouble(troubles.get(route), route, because, now)),
  ];
}

function updateTrouble(
  trouble: RouteTrouble | undefined,
  route: string,
  because: string | null,
  now: Instant,
): RouteTrouble[] {
  if (because === null) {
    // A trouble that ended before a notification is dropped.
    if (trouble === undefined || trouble.phase === 'not-notified') return [];
    return [trouble.phase === 'resolved' ? trouble : { ...trouble, lastAt: now, phase: 'resolved' }];
  }
  // Every run retries waiting messages, so after so long a pause the route must have delivered in between.
  const isAnew =
    trouble === undefined ||
    isAhead(trouble.since, now) ||
    (trouble.phase === 'not-notified' && computeSpan(trouble.lastAt, now) >= patience);
  if (isAnew) return [{ route, since: now, lastAt: now, because, phase: 'not-notified' }];
  return [{ ...trouble, lastAt: now, phase: trouble.phase === 'resolved' ? 'notified' : trouble.phase }];
}

/**
 * Returns the message that other routes should now deliver about a route; `null` when none is due. It is made from
 * the trouble alone, so that a repeat is the same.
 */
export function dueMessage(trouble: RouteTrouble): Message | null {
  const { route, since, lastAt, because, phase } = trouble;
  if (phase === 'notified' || (phase === 'not-notified' && computeSpan(since, lastAt) < patience))
    return null;
  const isResolved = phase === 'resolved';
  return routeMessage(
    {
      state: isResolved ? 'works' : 'failing',
      route,
      since,
      because: isResolved ? 'it accepted a message' : because,
    },
    lastAt,
  );
}

/** Returns the troubles after other routes delivered the message about one. */
export const troublesNotified = (
  routes: readonly RouteTrouble[],
  { route, phase }: RouteTrouble,
): RouteTrouble[] =>
  routes.flatMap((trouble): RouteTrouble[] => {
    if (trouble.route !== route || trouble.phase !== phase) return [trouble];
    return phase === 'resolved' ? [] : [{ ...trouble, phase: 'notified' }];
  });

type RouteEvent = Pick<NotificationByKind<'route'>, 'state' | 'route' | 'since' | 'because'>;

/** Returns a message about a route itself. */
export function routeMessage(event: RouteEvent, at: Instant): Message {
  const incident = `route/${event.route}#${isoInstant(event.since)}`;
  const id = MessageId.parse(`${incident}#${event.state}`);
  const severity = event.state === 'failing' ? 'warning' : 'info';
  const common = { id, severity, incident, subject: Subject.parse(`route/${event.route}`) } as const;
  const notice = { kind: 'route', ...common, rule: RuleName.parse('spendwatch'), ...event } as const;
  return { id, at, severity, notifications: [notice], delivered: [] };
}

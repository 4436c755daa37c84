import { type IntentId, MessageId } from '../../model/ids.ts';
import { type Instant, latest } from '../../model/time/time.ts';
import type { Head } from '../../state/head.ts';
import type { Intent, IntentState } from '../../state/intent.ts';
import type { JournalEntry } from '../../state/journal.ts';
import type { Message, Notification } from '../../state/notification.ts';
import type { Audience } from '../alerts/audience.ts';
import { newMessage, withNames } from '../alerts/notifications.ts';
import { isOfEpisode } from '../alerts/reason-to-notify.ts';
import { journalEntry } from '../progress.ts';
import { type CapsHold, counts } from './caps.ts';
import { inVainNotification } from './failures.ts';
import { withFailedOrder } from './orders.ts';

/** Returns a message of one notification about a target, not delivered yet. */
const createNoticeMessage = (head: Head, notice: Notification, at: Instant): Message =>
  newMessage(notice.id, withNames([notice], [head]), head.observation, at);

/** Returns a head after a change: the next sequence number, with these lines added to its journal. */
export const changed = (head: Head, journal: readonly JournalEntry[]): Head => ({
  ...head,
  seq: head.seq + 1,
  pendingWrites: { ...head.pendingWrites, journal: [...head.pendingWrites.journal, ...journal] },
});
const withIntent = (head: Head, intent: Intent): Head => ({
  ...head,
  intents: head.intents.map((other) => (other.id === intent.id ? intent : other)),
});
export const withState = (head: Head, intent: Intent, state: IntentState): Head =>
  withIntent(head, { ...intent, state });
export const withMessage = (head: Head, notice: Notification, at: Instant): Head => ({
  ...head,
  outbox: [...head.outbox, createNoticeMessage(head, notice, at)],
});
export const withoutIntent = (head: Head, intent: Intent): Head => ({
  ...head,
  intents: head.intents.filter((other) => other.id !== intent.id),
});

/**
 * The result of sending one message over a route. Absent flags mean that its receiver acknowledged it and is
 * confirmed.
 */
export type RouteDelivery = {
  readonly message: MessageId;
  readonly route: string;
  readonly isConfirmed?: false;
  readonly isAcknowledged?: false;
};

/**
 * Returns the head after deliveries. A message that every route of its audience has delivered leaves the outbox. One
 * that announces an action stays until a route has a confirmed receiver; then the action's grace runs from `at`.
 */
export function recordDeliveries(
  head: Head,
  deliveries: readonly RouteDelivery[],
  audience: Audience,
  at: Instant,
): Head {
  const messages = head.outbox.map((message) =>
    withDeliveries(
      message,
      deliveries.filter((delivery) => delivery.message === message.id),
      at,
    ),
  );
  const isDone = (message: Message) => isDelivered(head, message, audience);
  const deliveredById = new Map(messages.filter(isDone).map((message) => [message.id, message]));
  const unwanted = messages
    .filter((message) => isUnwanted(head, message, audience))
    .flatMap(({ notifications }) => notifications);
  const alerts = head.alerts.map((known) => {
    const wasNeverSent =
      known.lastNotified?.times === 1 && unwanted.some((notice) => isOfEpisode(notice, known));
    const alert = wasNeverSent ? { ...known, lastNotified: null } : known;
    const { announcement } = alert;
    const delivered =
      announcement?.deliveredAt === null ? deliveredById.get(announcement.message) : undefined;
    if (announcement === null || delivered === undefined) return alert;
    // If the cloud gave no time, a clock that is behind must not shorten the grace.
    return { ...alert, announcement: { ...announcement, deliveredAt: latest(at, delivered.at) } };
  });
  const lines = messages.flatMap((message) => {
    if (isDone(message)) return message.notifications.map((notice) => toNotifiedLine('notified', notice, at));
    return isUnwanted(head, message, audience)
      ? message.notifications.map((notice) => toNotifiedLine('not-notified', notice, at))
      : [];
  });
  return changed(
    { ...head, outbox: messages.filter((message) => !canDropMessage(head, message, audience)), alerts },
    lines,
  );
}

function withDeliveries(message: Message, deliveries: readonly RouteDelivery[], at: Instant): Message {
  const { unconfirmed: unconfirmedBefore = [], unacknowledged: attempts = {}, ...rest } = message;
  const acknowledged = deliveries.filter(({ isAcknowledged = true }) => isAcknowledged);
  const delivered = [...new Set([...message.delivered, ...acknowledged.map(({ route }) => route)])];
  const unconfirmed = new Set(unconfirmedBefore);
  for (const { route, isConfirmed = true } of acknowledged)
    if (isConfirmed) unconfirmed.delete(route);
    else unconfirmed.add(route);
  const unacknowledged = new Map(Object.entries(attempts).filter(([route]) => !delivered.includes(route)));
  for (const { route, isAcknowledged = true } of deliveries)
    if (!isAcknowledged)
      unacknowledged.set(route, { times: (unacknowledged.get(route)?.times ?? 0) + 1, at });
  return {
    ...rest,
    delivered,
    ...(unconfirmed.size > 0 && { unconfirmed: [...unconfirmed] }),
    ...(unacknowledged.size > 0 && { unacknowledged: Object.fromEntries(unacknowledged) }),
  };
}

const toNotifiedLine = (
  event: 'notified' | 'not-notified',
  notice: Notification,
  at: Instant,
): JournalEntry => {
  const { id, subject, rule, because } = notice;
  return { id: `${event}#${id}`, at, event, subject, rule, because };
};

/** Reports whether a message can be dropped: it was delivered, or has no audience. */
export const canDropMessage = (head: Head, message: Message, audience: Audience): boolean =>
  isDelivered(head, message, audience) || isUnwanted(head, message, audience);

/**
 * Reports whether at least one route, and every route of its audience, has delivered a message. An announcement also
 * needs a route with a confirmed receiver.
 */
function isDelivered({ alerts }: Head, message: Message, audience: Audience): boolean {
  const wanting = audience(message);
  const { delivered, unconfirmed = [] } = message;
  if (wanting === null || delivered.length === 0 || !wanting.every((route) => delivered.includes(route)))
    return false;
  return !isAwaited(alerts, message) || delivered.some((route) => !unconfirmed.includes(route));
}

/**
 * Reports whether a message has no audience and was not delivered. An announcement is kept even then: its action waits
 * for a delivery.
 */
function isUnwanted({ alerts }: Head, message: Message, audience: Audience): boolean {
  return audience(message)?.length === 0 && message.delivered.length === 0 && !isAwaited(alerts, message);
}

const isAwaited = (alerts: Head['alerts'], { id }: Message): boolean =>
  alerts.some(({ announcement }) => announcement?.message === id && announcement.deliveredAt === null);

/**
 * Returns the head with an intent claimed, or `null`. Only the run that commits the claim may carry the intent out.
 */
export function claimIntent(head: Head, id: IntentId, at: Instant): Head | null {
  const intent = head.intents.find((candidate) => candidate.id === id);
  if (intent?.state.kind !== 'waiting' || at > intent.expiresAt) return null;
  return changed(withIntent(head, { ...intent, state: { kind: 'claimed', at } }), []);
}

/**
 * Returns the head after its waiting intents were held because together they exceed the caps; `null` when none waits.
 */
export function holdIntents(head: Head, held: CapsHold, at: Instant): Head | null {
  const isHeld = (intent: Intent) => intent.state.kind === 'waiting' && counts(intent);
  const waiting = head.intents.filter(isHeld);
  const [first] = waiting;
  if (first === undefined) return null;
  const { because, wanted, allowed } = held;
  const id = MessageId.parse(`${head.target}#caps#${held.day}`);
  const { subject, rule } = first;
  const message = createNoticeMessage(
    head,
    { kind: 'caps-held', id, severity: 'warning', subject, rule, because, wanted, allowed },
    at,
  );
  const intents = head.intents.filter((intent) => !isHeld(intent));
  const entries = waiting.map(({ kind: action, subject, rule }) =>
    journalEntry({ at, event: 'held', subject, rule, because, action }),
  );
  // A rule decides its action again; an order is given once, so its author is notified that it failed.
  const ordered = waiting.filter(({ by }) => by !== null);
  const inVain = ordered.map((order) => createNoticeMessage(head, inVainNotification(order, because), at));
  const orders = ordered.reduce((orders, order) => withFailedOrder(orders, order, because), head.orders);
  const warned = head.capsNotifiedOn === held.day ? [] : [message];
  return changed(
    { ...head, intents, orders, outbox: [...head.outbox, ...warned, ...inVain], capsNotifiedOn: held.day },
    entries,
  );
}

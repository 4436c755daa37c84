import type { JournalEntry } from '../../model/journal.ts';
import type { Message } from '../../model/notification.ts';
import type { Instant } from '../../model/time/time.ts';
import type { Progress } from '../progress.ts';
import { isOfEpisode } from './incident.ts';

/** The most messages that wait; more do only where a route has been down for days. */
export const mostWaiting = 200;

/**
 * Drops the oldest messages that are about past alerts, or that some route delivered, when more than
 * `mostWaiting` wait. Messages about firing alerts and about actions are never dropped.
 */
export function trimOutbox(progress: Progress, now: Instant): Progress {
  let surplus = progress.outbox.length - mostWaiting;
  if (surplus <= 0) return progress;
  const mayGo = (message: Message) => isPast(message, progress);
  const gone: Message[] = [];
  const outbox = progress.outbox.filter((message) => {
    if (surplus <= 0 || !mayGo(message)) return true;
    surplus -= 1;
    gone.push(message);
    return false;
  });
  return { ...progress, outbox, journal: [...progress.journal, ...gone.flatMap((it) => linesOf(it, now))] };
}

function isPast({ id, delivered, notifications }: Message, { alerts }: Progress): boolean {
  if (alerts.some(({ announcement }) => announcement?.message === id)) return false;
  if (notifications.some(({ kind }) => kind !== 'alert' && kind !== 'resolved')) return false;
  if (delivered.length > 0) return true;
  const firing = alerts.filter(({ phase }) => phase === 'firing');
  return !notifications.some((notification) => firing.some((alert) => isOfEpisode(notification, alert)));
}

function linesOf({ notifications, delivered }: Message, at: Instant): JournalEntry[] {
  const what = delivered.length === 0 ? 'no route took it' : 'not every route took it';
  const because = `${what}, and more than ${mostWaiting} messages wait`;
  return notifications.map(({ id, subject, rule }) => {
    return { id: `not-notified#${id}`, at, event: 'failed', subject, rule, because };
  });
}

import type { Notification } from '../../state/notification.ts';

/** Returns the kind of event, such as "idle" or "resolved". */
export function eventType([first]: readonly Notification[]): string {
  if (first === undefined) throw new TypeError('a message must have at least one notification');
  return first.kind === 'alert' ? first.figures.kind : first.kind;
}

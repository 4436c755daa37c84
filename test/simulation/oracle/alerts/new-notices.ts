import type { Head } from '../../../../lib/state/head.ts';
import type { Notification } from '../../../../lib/state/notification.ts';

/** Returns the notifications of a head that the one before did not have. */
export function newNotifications(head: Head, before: Head | undefined): readonly Notification[] {
  const known = new Set(
    (before?.outbox ?? []).flatMap(({ notifications }) => notifications.map(({ id }) => id)),
  );
  return head.outbox.flatMap(({ notifications }) => notifications).filter(({ id }) => !known.has(id));
}

import type { Head } from '../../../../lib/model/head.ts';
import type { Notification } from '../../../../lib/model/notification.ts';

/** What a head has to say that the one before it had not. */
export function newNotifications(head: Head, before: Head | undefined): readonly Notification[] {
  const known = new Set(
    (before?.outbox ?? []).flatMap(({ notifications }) => notifications.map(({ id }) => id)),
  );
  return head.outbox.flatMap(({ notifications }) => notifications).filter(({ id }) => !known.has(id));
}

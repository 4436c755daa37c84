import type { Head } from '../../../lib/model/head.ts';
import type { Notice } from '../../../lib/model/notification.ts';

/** What a head has to say that the one before it had not. */
export function newNotices(head: Head, before: Head | undefined): readonly Notice[] {
  const known = new Set((before?.outbox ?? []).flatMap(({ notices }) => notices.map(({ id }) => id)));
  return head.outbox.flatMap(({ notices }) => notices).filter(({ id }) => !known.has(id));
}

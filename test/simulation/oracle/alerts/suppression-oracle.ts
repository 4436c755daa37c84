import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Alert } from '../../../../lib/state/alert.ts';
import type { Observer } from '../../observer.ts';
import type { Act } from '../actions/act.ts';
import type { Case } from '../violation.ts';
import type { DeliveryBook } from './deliveries.ts';
import { newNotifications } from './new-notices.ts';
import type { SilenceBook } from './silence-book.ts';

/**
 * Checks silences: a silenced alert is not notified, no action on it is decided, and an earlier announcement is
 * repeated afterwards.
 */
export function suppressionOracle({ accuse }: Case, silences: SilenceBook, deliveries: DeliveryBook) {
  /** The time when each firing alert was last polled under a silence. */
  const suppressedAt = new Map<Alert['key'], Instant>();

  const observer: Observer = {
    committed(process, head, before) {
      const { observation, alerts, intents } = head;
      if (process.job !== 'watch' || observation === null || observation === before?.observation) return;
      for (const { key, rule, subject, phase } of alerts)
        if (phase === 'firing' && silences.isSilenced(process, { rule, subject }, observation.at))
          suppressedAt.set(key, observation.at);
      for (const intent of intents)
        if (
          intent.by === null &&
          intent.decidedAt === observation.at &&
          silences.isSilenced(process, intent, observation.at)
        )
          accuse(13, `${intent.id} was decided, and someone had silenced it`);
      for (const notice of newNotifications(head, before)) {
        if (notice.kind !== 'alert' && notice.kind !== 'resolved') continue;
        if (silences.isSilenced(process, notice, observation.at))
          accuse(8, `${notice.id} was said, and someone had silenced it`);
      }
    },
  };

  function onAct({ birth, request }: Act): void {
    const { announcement, intent } = birth;
    const since = intent.alert === null ? undefined : suppressedAt.get(intent.alert);
    const [first] = announcement ? deliveries.of(announcement.message) : [];
    if (since !== undefined && first !== undefined && first.message.at <= since && since < intent.decidedAt)
      accuse(
        2,
        `the ${request.action} of ${request.subject} came as announced before a silence, and not again after it`,
      );
  }

  return { observer, onAct };
}

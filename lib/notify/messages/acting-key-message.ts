import { assertNever } from '../../model/assert-never.ts';
import type { NotificationOf } from '../../model/notification.ts';
import { localMinute } from '../../model/time/period.ts';
import { next, text, type Words, why } from './parts.ts';

export function actingKeyWords(notice: NotificationOf<'acting-key'>, zone: string): Words {
  const since = `${localMinute(notice.since, zone)} (${zone})`;
  switch (notice.state) {
    case 'lost':
      return {
        headline: 'spendwatch: no actions possible, API key unavailable',
        parts: [
          text(
            `The API key for actions has been unavailable since ${since}. No machine is stopped, deleted or started.`,
            'Polling and alerts continue. Announced actions wait, and expire if the key stays unavailable.',
          ),
          why(notice.because),
          next('Restore the key where it was stored. The next run uses it and sends a notification.'),
        ],
      };
    case 'works':
      return {
        headline: 'spendwatch: actions possible again, API key available',
        parts: [text(`The API key for actions is available again. It had been unavailable since ${since}.`)],
      };
    default:
      return assertNever(notice.state);
  }
}

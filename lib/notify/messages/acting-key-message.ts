import { assertNever } from '../../model/assert-never.ts';
import type { NotificationOf } from '../../model/notification.ts';
import { localMinute } from '../../model/time/period.ts';
import { next, text, type Words, why } from './parts.ts';

export function actingKeyWords(notice: NotificationOf<'acting-key'>, zone: string): Words {
  const since = `${localMinute(notice.since, zone)} (${zone})`;
  switch (notice.state) {
    case 'lost':
      return {
        headline: 'spendwatch cannot act: its key to the cloud is lost',
        parts: [
          text(
            `Since ${since} the API key that acts cannot be had. No machine is stopped, deleted or started.`,
            'Watching and alerts go on. Actions that are announced wait, and expire if the key stays lost.',
          ),
          why(notice.because),
          next('Put the key back where it was kept. The next run takes it up, and tells so.'),
        ],
      };
    case 'works':
      return {
        headline: 'spendwatch can act again',
        parts: [text(`The API key that acts can be had again, after it could not since ${since}.`)],
      };
    default:
      return assertNever(notice.state);
  }
}

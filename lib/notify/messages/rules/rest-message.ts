import type { NotificationOf } from '../../../model/notification.ts';
import type { RestFigures } from '../../../model/rules/figures.ts';
import { localMinute } from '../../../model/time/period.ts';
import { priceAndDay } from '../cost-text.ts';
import { headlineWithNext } from '../headline-with-next.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { whatRow } from '../pace-rows.ts';
import { capitalized, figures, named, text, type Words, why } from '../parts.ts';

/** Words for a later step: the consequence of the image or deletion comes first. */
export function restWords(notice: NotificationOf<'alert'>, rest: RestFigures, telling: Telling): Words {
  const { zone } = telling;
  const isLast = rest.action === 'terminate';
  return {
    headline: headlineWithNext(notice, 'stopped'),
    parts: [
      text(
        `${capitalized(named(notice.subject))} is stopped, billed as if it ran, and nobody has started it.`,
        isLast
          ? 'Deleting it deletes its boot disk. This cannot be undone. Storage disks are detached and continue to be billed.'
          : 'The image would be of its boot disk, private, and billed by its size; the VM is billed as before.',
      ),
      figures(
        whatRow(notice),
        ['Stopped', `since ${localMinute(rest.restsSince, zone)} (${zone})`],
        ['Costs', priceAndDay(rest.price)],
        isLast ? ['Image', rest.image ?? 'none: the data on its disk is lost'] : null,
      ),
      why(notice.because),
      ...nextParts(notice, telling, 'started'),
      offersFor(notice),
    ],
  };
}

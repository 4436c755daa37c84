import type { NotificationOf } from '../../../model/notification.ts';
import type { RestFigures } from '../../../model/rules/figures.ts';
import { localMinute } from '../../../model/time/period.ts';
import { priceAndDay } from '../cost-text.ts';
import { headlineWithNext } from '../headline-with-next.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { whatRow } from '../pace-rows.ts';
import { capitalized, figures, named, text, type Words, why } from '../parts.ts';

/** A later step: it is the last word before something is copied or deleted, so what that means comes first. */
export function restWords(notice: NotificationOf<'alert'>, rest: RestFigures, telling: Telling): Words {
  const { zone } = telling;
  const isLast = rest.action === 'terminate';
  return {
    headline: headlineWithNext(notice, 'is at rest'),
    parts: [
      text(
        `${capitalized(named(notice.subject))} is at rest, billed as if it ran, and nobody has started it.`,
        isLast
          ? 'Deleting it deletes its boot disk, and nobody can undo that. Storage disks are let go of and go on being billed.'
          : 'The image would be of its boot disk, private, and billed by its size from then on; the VM is billed as before.',
      ),
      figures(
        whatRow(notice),
        ['At rest', `since ${localMinute(rest.restsSince, zone)} (${zone})`],
        ['Costs', priceAndDay(rest.price)],
        isLast ? ['Image', rest.image ?? 'none: what is on its disk is lost'] : null,
      ),
      why(notice.because),
      ...nextParts(notice, telling, 'started'),
      offersFor(notice),
    ],
  };
}

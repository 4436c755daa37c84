import type { NotificationOf } from '../../../model/notification.ts';
import type { LifetimeFigures } from '../../../model/rules/figures.ts';
import { localMinute } from '../../../model/time/period.ts';
import { spanInWords } from '../../../model/time/time.ts';
import { priceAndDay } from '../cost-text.ts';
import { headlineWithNext } from '../headline-with-next.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { whatRow } from '../pace-rows.ts';
import { capitalized, figures, named, text, type Words, why } from '../parts.ts';

export function lifetimeWords(
  notice: NotificationOf<'alert'>,
  { createdAt, longest, price, state }: LifetimeFigures,
  telling: Telling,
): Words {
  const { zone } = telling;
  return {
    headline: headlineWithNext(notice, `over the age limit of ${spanInWords(longest)}`),
    parts: [
      text(
        `${capitalized(named(notice.subject))} is over the age limit of its rule.`,
        'It is billed for as long as it exists, stopped or not. If nobody needs it, delete it.',
      ),
      figures(
        whatRow(notice),
        ['Created', `${localMinute(createdAt, zone)} (${zone})`],
        ['Limit', spanInWords(longest)],
        ['State', state],
        ['Costs', priceAndDay(price)],
      ),
      why(notice.because),
      ...nextParts(notice, telling),
      offersFor(notice),
    ],
  };
}

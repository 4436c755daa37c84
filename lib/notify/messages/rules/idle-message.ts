import { priceInWords } from '../../../model/money/money.ts';
import type { NotificationOf } from '../../../model/notification.ts';
import { providerFacts } from '../../../model/provider-facts.ts';
import type { IdleFigures } from '../../../model/rules/figures.ts';
import { localMinute } from '../../../model/time/period.ts';
import { priceAndDay } from '../cost-text.ts';
import { headlineWithNext } from '../headline-with-next.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { whatRow } from '../pace-rows.ts';
import { capitalized, figures, named, text, type Words, why } from '../parts.ts';

export function idleWords(notice: NotificationOf<'alert'>, { price }: IdleFigures, telling: Telling): Words {
  const { subject, since } = notice;
  return {
    headline: headlineWithNext(notice, price === null ? 'idle' : `idle at ${priceInWords(price)}`),
    parts: [
      text(`${capitalized(named(subject))} is idle.`, providerFacts.effects.stop),
      figures(
        whatRow(notice),
        ['Detected', `${localMinute(since, telling.zone)} (${telling.zone})`],
        ['Costs', priceAndDay(price)],
      ),
      why(notice.because),
      ...nextParts(notice, telling, 'used'),
      offersFor(notice),
    ],
  };
}

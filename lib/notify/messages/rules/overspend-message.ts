import { moneyInWords, percentReached } from '../../../model/money/money.ts';
import type { NotificationOf } from '../../../model/notification.ts';
import { providerFacts } from '../../../model/provider-facts.ts';
import type { OverspendFigures } from '../../../model/rules/figures.ts';
import { localMinute } from '../../../model/time/period.ts';
import { priceAndDay } from '../cost-text.ts';
import { headlineWithNext } from '../headline-with-next.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { whatRow } from '../pace-rows.ts';
import { figures, fullName, named, text, type Words, why } from '../parts.ts';
import { oneLine } from '../plain-text.ts';

export function overspendWords(
  notice: NotificationOf<'alert'>,
  { spent, limit, at, of, period, price }: OverspendFigures,
  telling: Telling,
): Words {
  const { zone } = telling;
  const which = of === 'idle' ? 'idle VMs' : 'all running VMs';
  const share = `${percentReached(spent, limit)} %`;
  return {
    headline: headlineWithNext(notice, `budget ${share} spent`),
    parts: [
      text(
        `The budget "${oneLine(notice.rule, fullName)}" stops ${which}, including ${named(notice.subject)}.`,
        providerFacts.effects.stop,
      ),
      figures(
        whatRow(notice),
        ['Spent', `${moneyInWords(spent)}, reported; ${share} of the limit`],
        ['Limit', moneyInWords(limit)],
        ['Stops at', moneyInWords(at)],
        ['Period', `${localMinute(period.from, zone)} to ${localMinute(period.until, zone)} (${zone})`],
        ['Costs', priceAndDay(price)],
      ),
      why(notice.because),
      ...nextParts(notice, telling, of === 'idle' ? 'used' : 'nothing'),
      offersFor(notice),
    ],
  };
}

import { inTimes, lessPrice, priceInWords } from '../../../model/money/money.ts';
import type { NotificationOf } from '../../../model/notification.ts';
import type { AnomalyFigures } from '../../../model/rules/figures.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { driverRow, trendRow } from '../pace-rows.ts';
import { capitalized, figures, headlineOf, named, text, type Words, why } from '../parts.ts';

export function anomalyWords(
  notice: NotificationOf<'alert'>,
  anomaly: AnomalyFigures,
  telling: Telling,
): Words {
  const { subject, because } = notice;
  const { rate, usual, bound } = anomaly;
  const factor = inTimes(rate, usual);
  const times = factor === null ? 'usually zero' : `${factor} times the usual`;
  return {
    headline: headlineOf(subject, `burn rate ${priceInWords(rate)}, ${times}`),
    parts: [
      text(
        `${capitalized(named(subject))} has a burn rate of ${priceInWords(rate)}, ${times}.`,
        'A lasting rate becomes the usual one within days.',
      ),
      figures(
        ['Burn rate', priceInWords(rate)],
        trendRow(notice.trend),
        [
          'Usual',
          `${priceInWords(usual)}, the median of ${anomaly.hours} hours; anomalous above ${priceInWords(bound)}`,
        ],
        ['Increase', priceInWords(lessPrice(rate, usual))],
        driverRow(notice),
      ),
      why(because),
      ...nextParts(notice, telling),
      offersFor(notice),
    ],
  };
}

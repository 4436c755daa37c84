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
  const times = factor === null ? 'where it usually spends nothing' : `${factor} times the usual`;
  return {
    headline: headlineOf(subject, `spends ${priceInWords(rate)}, ${times}`),
    parts: [
      text(
        `${capitalized(named(subject))} spends ${priceInWords(rate)}, ${times}.`,
        'What lasts becomes the usual within days.',
      ),
      figures(
        ['Now', priceInWords(rate)],
        trendRow(notice.trend),
        [
          'Usual',
          `${priceInWords(usual)}, the median of ${anomaly.hours} hours; up to ${priceInWords(bound)} is not unusual`,
        ],
        ['More by', priceInWords(lessPrice(rate, usual))],
        driverRow(notice),
      ),
      why(because),
      ...nextParts(notice, telling),
      offersFor(notice),
    ],
  };
}

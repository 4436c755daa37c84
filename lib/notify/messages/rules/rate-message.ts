import { moneyInWords, percentReached, priceInWords } from '../../../model/money/money.ts';
import type { NotificationOf } from '../../../model/notification.ts';
import { providerFacts } from '../../../model/provider-facts.ts';
import type { RateFigures } from '../../../model/rules/figures.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { driverRow, trendRow } from '../pace-rows.ts';
import { capitalized, figures, headlineOf, named, text, type Words, why } from '../parts.ts';

export function rateWords(notice: NotificationOf<'alert'>, rate: RateFigures, telling: Telling): Words {
  const { subject, because } = notice;
  const isHourly = rate.of === 'hourly';
  const limit = rate.by === 'rule' ? 'limit' : "platform's limit";
  const share = `${percentReached(rate.spent, rate.limit)} %`;
  const [does, unit] = isHourly ? ['spends', 'an hour'] : ['has spent', 'this month'];
  const sum = moneyInWords(rate.spent);
  return {
    headline: headlineOf(
      subject,
      isHourly
        ? `burn rate ${sum}/h, ${share} of the limit`
        : `${sum} spent this month, ${share} of the limit`,
    ),
    parts: [
      text(
        `${capitalized(named(subject))} ${does} ${sum} ${unit}: ${share} of the ${limit}.`,
        providerFacts.lessSpent,
      ),
      figures(
        ['Spent', `${sum} ${unit}`],
        ['Limit', `${moneyInWords(rate.limit)} ${isHourly ? 'an hour' : 'a month'}`],
        rate.threshold.eq(rate.limit) ? null : ['Alerts from', moneyInWords(rate.threshold)],
        ['Burn rate', rate.rate === null ? 'unknown' : priceInWords(rate.rate)],
        trendRow(notice.trend),
        driverRow(notice),
      ),
      why(because),
      ...nextParts(notice, telling),
      offersFor(notice),
    ],
  };
}

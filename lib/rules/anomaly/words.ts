import { inTimes, lessPrice, priceInWords } from '../../model/money/money.ts';
import { capitalized } from '../../model/words.ts';
import { driverRow, trendRow } from '../../notify/parts/cost-rows.ts';
import type { Finding, FindingContext } from '../../notify/parts/finding.ts';
import type { AnomalyFigures } from './terms.ts';

export function anomalyFinding(
  { rate, usual, bound, hours }: AnomalyFigures,
  { notice, who }: FindingContext,
): Finding {
  const factor = inTimes(rate, usual);
  const times = factor === null ? 'usually zero' : `${factor} times the usual`;
  return {
    found: `burn rate ${priceInWords(rate)}, ${times}`,
    opening: [
      `${capitalized(who)} has a burn rate of ${priceInWords(rate)}, ${times}.`,
      'A lasting rate becomes the usual one within days.',
    ],
    rows: [
      ['Burn rate', priceInWords(rate)],
      ['Increase', priceInWords(lessPrice(rate, usual))],
      trendRow(notice.trend),
      [
        'Usual',
        `${priceInWords(usual)}, the median of ${hours} hours; anomalous above ${priceInWords(bound)}`,
      ],
      driverRow(notice),
    ],
  };
}

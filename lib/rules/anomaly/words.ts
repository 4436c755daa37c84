import { rateInWords } from '../../model/money/estimate.ts';
import { inTimes, lessPrice, priceInWords } from '../../model/money/money.ts';
import { hours, spanInWords } from '../../model/time/time.ts';
import { capitalized } from '../../model/words.ts';
import { driverRow, trendRow } from '../../notify/parts/cost-rows.ts';
import type { AlertFinding, FindingContext } from '../../notify/parts/finding.ts';
import type { FigureWords, RuleWords } from '../../notify/parts/rule-words.ts';
import type { AnomalyFigures, AnomalyRule } from './terms.ts';

function anomalyFinding(
  { rate, estimated, usual, bound, hours }: AnomalyFigures,
  { notice, cloud, who }: FindingContext,
): AlertFinding {
  const factor = inTimes(rate, usual);
  const times = factor === null ? 'usually zero' : `${factor} times the usual`;
  return {
    found: `burn rate ${rateInWords(rate, estimated)}, ${times}`,
    opening: [
      `${capitalized(who)} has a burn rate of ${rateInWords(rate, estimated)}, ${times}.`,
      'If the rate lasts, it becomes the usual rate within days.',
    ],
    rows: [
      ['Burn rate', rateInWords(rate, estimated)],
      ['Increase', priceInWords(lessPrice(rate, usual))],
      trendRow(notice.trend),
      [
        'Usual',
        `${priceInWords(usual)}, the median of ${hours} hours; anomalous above ${priceInWords(bound)}`,
      ],
      driverRow(notice, cloud),
    ],
  };
}

export const anomalyWords: RuleWords<AnomalyRule> = {
  monitors: (rule) =>
    `the hourly rate against the usual rate, after ${spanInWords(hours(rule.needs))} of data`,
  alerts: (rule) =>
    `above ${rule.factor} times the usual rate, by at least ${rule.deviations} deviations and ${priceInWords(rule.least)}`,
  ending: 'at its usual burn rate again',
};

export const anomalyFigures: FigureWords<AnomalyFigures> = {
  finding: anomalyFinding,
};

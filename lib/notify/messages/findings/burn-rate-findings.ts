import {
  atLeast,
  differenceOf,
  inTimes,
  lessPrice,
  moneyInWords,
  percentReached,
  priceInWords,
} from '../../../model/money/money.ts';
import { providerFacts } from '../../../model/provider-facts.ts';
import type { AnomalyFigures, RateFigures, ReconcileFigures } from '../../../model/rules/figures.ts';
import { intervalIn } from '../../../model/time/local-times.ts';
import { capitalized } from '../../../model/words.ts';
import { driverRow, trendRow } from '../cost-rows.ts';
import type { Finding, FindingContext } from './finding.ts';

export function rateFinding(
  { of, by, spent, limit, threshold, rate }: RateFigures,
  { notice, who }: FindingContext,
): Finding {
  const isHourly = of === 'hourly';
  const share = `${percentReached(spent, limit)} %`;
  const [does, unit] = isHourly ? ['spends', 'an hour'] : ['has spent', 'this month'];
  const sum = moneyInWords(spent);
  return {
    found: isHourly
      ? `burn rate ${sum}/h, ${share} of the limit`
      : `${sum} spent this month, ${share} of the limit`,
    opening: [
      `${capitalized(who)} ${does} ${sum} ${unit}: ${share} of the ${by === 'rule' ? 'limit' : "platform's limit"}.`,
      providerFacts.lessSpent,
    ],
    rows: [
      ['Spent', `${sum} ${unit}`],
      ['Limit', `${moneyInWords(limit)} ${isHourly ? 'an hour' : 'a month'}`],
      threshold.eq(limit) ? null : ['Alerts from', moneyInWords(threshold)],
      ['Burn rate', rate === null ? 'unknown' : priceInWords(rate)],
      trendRow(notice.trend),
      driverRow(notice),
    ],
  };
}

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

export function reconcileFinding(
  { reported, accrued, from, until }: ReconcileFigures,
  { who, zone }: FindingContext,
): Finding {
  const isMore = atLeast(reported, accrued);
  const apart = differenceOf(reported, accrued);
  const found = `billed ${moneyInWords(apart)} ${isMore ? 'more' : 'less'} than its prices come to`;
  return {
    found,
    opening: [
      `${capitalized(who)} is ${found}.`,
      'Compare the spend on the platform, resource by resource, with the resources that you expect. Budgets use reported figures.',
    ],
    rows: [
      ['Difference', `${moneyInWords(apart)}, ${percentReached(apart, reported)} % of reported`],
      ['Reported', moneyInWords(reported)],
      ['Accrued', moneyInWords(accrued)],
      ['Period', intervalIn({ from, until }, zone)],
    ],
  };
}

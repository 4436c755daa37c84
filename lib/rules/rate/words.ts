import { amountInWords, rateInWords } from '../../model/money/estimate.ts';
import { moneyInWords, percentReached, priceInWords } from '../../model/money/money.ts';
import { capitalized } from '../../model/words.ts';
import { driverRow, trendRow } from '../../notify/parts/cost-rows.ts';
import { lessSpent } from '../../notify/parts/effect-text.ts';
import type { AlertFinding, FindingContext } from '../../notify/parts/finding.ts';
import type { FigureWords, RuleWords } from '../../notify/parts/rule-words.ts';
import type { RateFigures, RateLimit, RateRule } from './terms.ts';

function rateFinding(
  { of, by, spent, estimated, limit, threshold, rate }: RateFigures,
  { notice, cloud, who }: FindingContext,
): AlertFinding {
  const isHourly = of === 'hourly';
  const share = `${percentReached(spent, limit)} %`;
  const [does, unit] = isHourly ? ['spends', 'an hour'] : ['has spent', 'this month'];
  const sum = amountInWords(spent, estimated);
  return {
    found: isHourly
      ? `burn rate ${sum}/h, ${share} of the limit`
      : `${sum} spent this month, ${share} of the limit`,
    opening: [
      `${capitalized(who)} ${does} ${sum} ${unit}: ${share} of the ${by === 'rule' ? 'limit' : "platform's limit"}.`,
      `To spend less, ${lessSpent(cloud)}`,
    ],
    rows: [
      ['Spent', `${sum} ${unit}`],
      ['Limit', `${moneyInWords(limit)} ${isHourly ? 'an hour' : 'a month'}`],
      threshold.eq(limit) ? null : ['Alerts from', moneyInWords(threshold)],
      ['Burn rate', rate === null ? 'unknown' : rateInWords(rate, notice.estimatedRate)],
      trendRow(notice.trend),
      driverRow(notice, cloud),
    ],
  };
}

export const rateWords: RuleWords<RateRule> = {
  monitors: () => 'the hourly rate',
  alerts: (rule) => `above ${limitInWords(rule.limit)}`,
  ending: 'below its limit again',
};

export const rateFigures: FigureWords<RateFigures> = {
  finding: rateFinding,
};

function limitInWords(limit: RateLimit): string {
  if (limit.kind === 'hourly') return priceInWords(limit.price);
  const which = limit.kind === 'share-of-hourly-limit' ? 'hourly' : 'monthly';
  return `${limit.percent}% of the platform's ${which} limit`;
}

import { dayNames } from '../../forms/window-in-words.ts';
import { amountInWords, rateInWords } from '../../model/money/estimate.ts';
import type { Money } from '../../model/money/money.ts';
import {
  addMoney,
  atLeast,
  charge,
  chargeToMoney,
  differenceOf,
  moneyInWords,
  percentReached,
  shareOf,
  subtractMoney,
} from '../../model/money/money.ts';
import type { BudgetPeriod } from '../../model/time/budget-period.ts';
import { intervalIn } from '../../model/time/local-times.ts';
import { localMinute } from '../../model/time/period.ts';
import { between, hours, later, milliseconds, spanInWords } from '../../model/time/time.ts';
import { capitalized } from '../../model/words.ts';
import { costInWords, driverRow, trendRow, whatRow } from '../../notify/parts/cost-rows.ts';
import type { Row } from '../../notify/parts/document.ts';
import { lessSpent, restText } from '../../notify/parts/effect-text.ts';
import type { Finding, FindingContext } from '../../notify/parts/finding.ts';
import { fullName } from '../../notify/parts/headline.ts';
import { oneLine } from '../../notify/parts/plain-text.ts';
import type { FigureWords, RuleWords } from '../../notify/parts/rule-words.ts';
import type { NotificationOf } from '../../state/notification.ts';
import type { BudgetFigures, BudgetRule, OverspendFigures } from './terms.ts';

function budgetFinding(budget: BudgetFigures, { notice, cloud, who, zone }: FindingContext): Finding {
  const { spent, estimated, limit, period, asOf, threshold, basis } = budget;
  const share = shareOf(spent, limit);
  const room: Row = [atLeast(limit, spent) ? 'Left' : 'Over by', moneyInWords(differenceOf(limit, spent))];
  const reached = percentInWords(shareOf(threshold ?? spent, limit));
  const isForecast = basis === 'forecast';
  const portion = `${percentInWords(share)} of "${oneLine(notice.rule, 24)}"`;
  return {
    found: isForecast ? `forecast at ${portion}` : `${portion} spent`,
    opening: [
      `${capitalized(who)} ${isForecast ? 'is forecast to reach' : 'has reached'} ${reached} of the budget "${oneLine(notice.rule, fullName)}".`,
      `To spend less, ${lessSpent(cloud)}`,
    ],
    rows: [
      isForecast
        ? ['Forecast', amountInWords(spent, estimated)]
        : ['Spent', `${amountInWords(spent, estimated)}, ${basis === 'to-date' ? 'to date' : basis}`],
      ['Limit', moneyInWords(limit)],
      ['Share', { kind: 'meter', share, words: percentInWords(share) }],
      room,
      heldBackRow(budget),
      ...meteredRows(budget),
      ['Burn rate', burnRateInWords(notice, budget, zone)],
      trendRow(notice.trend),
      forecastRow(budget),
      ['Period', intervalIn(period, zone)],
      ['As of', localMinute(asOf, zone)],
      driverRow(notice),
    ],
  };
}

/** Says that the spend is of single resources, and what of the month is of none. */
function meteredRows({ metered }: BudgetFigures): Row[] {
  if (metered === undefined) return [];
  const { unattributed } = metered;
  const rest =
    unattributed === null
      ? 'charges of resources that show no price, such as some storage'
      : `${moneyInWords(unattributed)} of this month's spend, from resources that show no price`;
  return [
    ['Counts', 'the metered cost of the resources that it matches, for as long as they matched'],
    ['Leaves out', rest],
  ];
}

function heldBackRow({ heldBack }: BudgetFigures): Row | null {
  if (heldBack === undefined) return null;
  return [
    'Not stopped',
    `no VM is stopped at ${moneyInWords(heldBack)}: only estimated spend reaches that amount, and the budget does not set "act-on-estimates: true"`,
  ];
}

function forecastRow({ forecast, basis }: BudgetFigures): Row | null {
  if (forecast === null) return null;
  const [low, high] = [moneyInWords(forecast.low), moneyInWords(forecast.high)];
  if (basis === 'forecast') return ['Interval', `${low} to ${high} (80 %)`];
  return ['Forecast', `${moneyInWords(forecast.likely)} (80 % interval ${low} to ${high})`];
}

/** Returns the burn rate with what follows from it: when the limit is reached, or the total of the period. */
function burnRateInWords(
  { burnRate, estimatedRate }: NotificationOf<'alert'>,
  { spent, limit, period, asOf, basis }: BudgetFigures,
  zone: string,
): string {
  if (burnRate === null) return 'unknown';
  const anHour = chargeToMoney(charge(burnRate, hours(1)));
  const rate = rateInWords(burnRate, estimatedRate);
  if (basis === 'forecast') return rate;
  if (anHour.isZero()) return `${rate}: no resource has a known price now`;
  const remaining = milliseconds(Math.max(0, between(asOf, period.until)));
  const total = addMoney(spent, chargeToMoney(charge(burnRate, remaining)));
  if (atLeast(spent, limit) || !atLeast(total, limit)) {
    return `${rate}; at this rate ${moneyInWords(total)} (${percentInWords(shareOf(total, limit))}) at the end of the period`;
  }
  const span = hours(shareOf(subtractMoney(limit, spent), anHour));
  return `${rate}; at this rate the limit is reached in ${spanInWords(span)}, ${localMinute(later(asOf, span), zone)}`;
}

/** Rounds down, so that no threshold appears reached early; the small addend keeps 0.29 from becoming 28%. */
const percentInWords = (share: number): string => `${Math.floor(share * 100 + 1e-9)}%`;

function overspendFinding(
  { spent, estimated, counted, limit, at: stopsAt, of, period, price, isEstimate }: OverspendFigures,
  { notice, cloud, who, zone }: FindingContext,
): Finding {
  const share = `${percentReached(spent, limit)} %`;
  return {
    found: `budget ${share} spent`,
    opening: [
      `The budget "${oneLine(notice.rule, fullName)}" stops ${of === 'idle' ? 'idle VMs' : 'all running VMs'}, including ${who}.`,
      ...restText(cloud, notice),
    ],
    rows: [
      ['Costs', costInWords({ price, isEstimate })],
      whatRow(notice),
      [
        'Spent',
        `${amountInWords(spent, estimated)}, ${(counted ?? 'reported').replace('-', ' ')}; ${share} of the limit`,
      ],
      ['Limit', moneyInWords(limit)],
      ['Stops at', moneyInWords(stopsAt)],
      ['Period', intervalIn(period, zone)],
    ],
    unless: of === 'idle' ? 'used' : 'nothing',
  };
}

export const budgetWords: RuleWords<BudgetRule> = {
  monitors: (rule) =>
    `spend against ${moneyInWords(rule.limit)} ${periodInWords(rule.period)}, ${rule.basis}`,
  alerts: (rule) => budgetCondition(rule),
  ending: 'within budget again',
};

export const budgetFigures: FigureWords<BudgetFigures> = {
  finding: budgetFinding,
};

export const overspendFigures: FigureWords<OverspendFigures> = { finding: overspendFinding };

function budgetCondition({ thresholds, forecast, aheadOnly }: BudgetRule): string {
  return [
    `at ${thresholds.map((threshold: Money) => moneyInWords(threshold)).join(', ')}`,
    ...(forecast === null ? [] : [`when ${moneyInWords(forecast)} is forecast`]),
    ...(aheadOnly ? ['only while ahead of the elapsed share of the period'] : []),
  ].join(', ');
}

function periodInWords(period: BudgetPeriod): string {
  if (period.kind === 'rolling') return `per ${period.days} days`;
  if (!('startsOn' in period) || period.startsOn === 1) return `per ${period.kind}`;
  const first = period.kind === 'week' ? dayNames[period.startsOn - 1] : `day ${period.startsOn}`;
  return `per ${period.kind} from ${first}`;
}

import { dayNames } from '../../forms/window-in-words.ts';
import { pluralizeKind } from '../../model/facts/resources-at-risk.ts';
import { amountTowards, rateInWords } from '../../model/money/estimate.ts';
import type { Money } from '../../model/money/money.ts';
import {
  addMoney,
  atLeast,
  charge,
  chargeToMoney,
  computeShare,
  type HourlyPrice,
  moneyInWords,
  noMoney,
  partInShort,
  partInWords,
  percentReached,
  subtractMoney,
  wholeMoneyInWords,
} from '../../model/money/money.ts';
import { subjectParts } from '../../model/subject.ts';
import type { BudgetPeriod } from '../../model/time/budget-period.ts';
import { formatZonedInterval, formatZonedMinute } from '../../model/time/local-times.ts';
import { localMinute } from '../../model/time/period.ts';
import { computeSpan, hours, later, milliseconds, spanInWords } from '../../model/time/time.ts';
import { capitalized, joined } from '../../model/words.ts';
import { costInWords, driverRow, trendRow, whatRow } from '../../notify/parts/cost-rows.ts';
import type { FigureRow } from '../../notify/parts/document.ts';
import { lessSpent, restText } from '../../notify/parts/effect-text.ts';
import type { AlertFinding, FindingContext } from '../../notify/parts/finding.ts';
import { fullName } from '../../notify/parts/headline.ts';
import { oneLine } from '../../notify/parts/plain-text.ts';
import type { FigureWords, RuleWords } from '../../notify/parts/rule-words.ts';
import type { NotificationByKind } from '../../state/notification.ts';
import type { BudgetFigures, BudgetRule, OverspendFigures } from './terms.ts';

function budgetFinding(budget: BudgetFigures, { notice, cloud, who, zone }: FindingContext): AlertFinding {
  const { spent, limit, period, asOf, threshold, basis } = budget;
  const share = computeShare(spent, limit);
  const percent = percentInWords(share);
  const reached = percentInWords(computeShare(threshold ?? spent, limit));
  const isForecast = basis === 'forecast';
  const { scope, shown } = subjectParts(notice.subject);
  const [has, is, its] = scope === 'group' ? ['have', 'are', 'their'] : ['has', 'is', 'its'];
  // A budget named after its subject is not named again.
  const isNamesake = notice.rule === shown || notice.rule === `${shown} budget`;
  const portion = `${percent} of ${isNamesake ? `${its} budget` : `"${oneLine(notice.rule, 24)}"`}`;
  return {
    found: `${isForecast ? `forecast at ${portion}` : `${portion} spent`}, ${partInShort(spent, limit)}`,
    opening: [
      isForecast
        ? `${capitalized(who)} ${is} forecast to spend ${wholeMoneyInWords(spent)}; the budget is ${wholeMoneyInWords(limit)}.`
        : `${capitalized(who)} ${has} spent ${partInWords(spent, limit)}.`,
      ...deadlineText(notice, budget, zone),
    ],
    saysWhy: true,
    advice: [`To spend less, ${lessSpent(cloud)}`],
    rows: [
      [
        sumNames[basis],
        { kind: 'meter', share, words: percent === reached ? percent : `${percent}, above ${reached}` },
      ],
      estimatedRow(budget),
      heldBackRow(budget),
      ...meteredRows(budget, cloud),
      forecastRow(budget),
      ['Burn rate', burnRateInWords(notice, budget)],
      trendRow(notice.trend),
      ['Period', formatZonedInterval(period, zone)],
      ...(basis === 'reported' ? [['As of', localMinute(asOf, zone)] as const] : []),
      driverRow(notice, cloud),
    ],
  };
}

/** Returns the rows of a budget on single resources: what it counts and what it leaves out. */
function meteredRows({ metered }: BudgetFigures, cloud: FindingContext['cloud']): FigureRow[] {
  if (metered === undefined) return [];
  const { unattributed, gap } = metered;
  // A cloud that shows every price leaves out nothing but the time that nobody watched.
  const hidden = gap !== undefined && cloud?.unpriced.size === 0 ? [] : ['resources that show no price'];
  const missed = gap === undefined ? [] : [`the ${spanInWords(gap)} that nobody watched`];
  const rest =
    unattributed === null
      ? 'charges of resources that show no price, such as some storage'
      : `${moneyInWords(unattributed)} of this month's spend, from ${joined([...missed, ...hidden])}`;
  return [
    ['Counts', 'the metered cost of the resources that it matches, for as long as they matched'],
    ['Leaves out', rest],
  ];
}

function heldBackRow({ heldBack }: BudgetFigures): FigureRow | null {
  if (heldBack === undefined) return null;
  return [
    'Not stopped',
    `no VM is stopped at ${moneyInWords(heldBack)}: only estimated spend reaches that amount, and the budget does not set "act-on-estimates: true"`,
  ];
}

function forecastRow({ forecast, basis }: BudgetFigures): FigureRow | null {
  if (forecast === null) return null;
  const [low, high] = [wholeMoneyInWords(forecast.low), wholeMoneyInWords(forecast.high)];
  if (basis === 'forecast') return ['Interval', `${low} to ${high} (80 %)`];
  return ['Forecast', `${wholeMoneyInWords(forecast.likely)} (80 % interval: ${low} to ${high})`];
}

function estimatedRow({ spent, estimated = noMoney }: BudgetFigures): FigureRow | null {
  if (estimated.isZero()) return null;
  return [
    'Estimated',
    atLeast(estimated, spent) ? 'all of the sum' : `${moneyInWords(estimated)} of the sum`,
  ];
}

const sumNames = { forecast: 'Forecast', reported: 'Reported', 'to-date': 'Spent' } as const;

/** Returns when the limit is reached at the present rate, or that the forecast exceeds it; empty if neither applies. */
function deadlineText(
  { burnRate }: NotificationByKind<'alert'>,
  { spent, limit, period, asOf, basis, forecast }: BudgetFigures,
  zone: string,
): string[] {
  if (basis === 'forecast' || atLeast(spent, limit)) return [];
  if (burnRate !== null && atLeast(computeEndSpend(burnRate, { spent, period, asOf }), limit)) {
    const span = hours(computeShare(subtractMoney(limit, spent), chargeToMoney(charge(burnRate, hours(1)))));
    return [
      `At the present rate, the limit is reached in ${spanInWords(span)}, at ${formatZonedMinute(later(asOf, span), zone)}.`,
    ];
  }
  return forecast !== null && atLeast(forecast.likely, limit) ? ['The forecast exceeds the limit.'] : [];
}

/** Returns the spend at the end of the period at the present rate. */
function computeEndSpend(
  burnRate: HourlyPrice,
  { spent, period, asOf }: Pick<BudgetFigures, 'spent' | 'period' | 'asOf'>,
) {
  const remaining = milliseconds(Math.max(0, computeSpan(asOf, period.until)));
  return addMoney(spent, chargeToMoney(charge(burnRate, remaining)));
}

/** Returns the burn rate as text. Without a forecast, it adds the total of the period at this rate. */
function burnRateInWords(
  { burnRate, estimatedRate }: NotificationByKind<'alert'>,
  { spent, limit, period, asOf, basis, forecast }: BudgetFigures,
): string {
  if (burnRate === null) return 'unknown';
  const rate = rateInWords(burnRate, estimatedRate);
  if (basis === 'forecast') return rate;
  if (burnRate.isZero()) return `${rate}: no resource has a known price now`;
  if (forecast !== null) return rate;
  const total = computeEndSpend(burnRate, { spent, period, asOf });
  return `${rate}; at this rate ${wholeMoneyInWords(total)} (${percentInWords(computeShare(total, limit))}) at the end of the period`;
}

/** Rounds down, so that no threshold appears reached early; the small addend keeps 0.29 from becoming 28%. */
const percentInWords = (share: number): string => `${Math.floor(share * 100 + 1e-9)}%`;

function overspendFinding(
  { spent, estimated, counted, limit, at: stopsAt, of, period, price, isEstimate }: OverspendFigures,
  { notice, cloud, who, zone }: FindingContext,
): AlertFinding {
  const share = `${percentReached(spent, limit)} %`;
  return {
    found: `budget ${share} spent`,
    opening: [
      `The budget "${oneLine(notice.rule, fullName)}" stops ${of === 'idle' ? 'idle' : 'all running'} ${pluralizeKind('vm', cloud?.words)}, including ${who}.`,
      ...restText(cloud, notice),
    ],
    rows: [
      ['Costs', costInWords({ price, isEstimate })],
      whatRow(notice, cloud),
      [
        'Spent',
        `${amountTowards(spent, estimated, limit)}, ${(counted ?? 'reported').replace('-', ' ')}; ${share} of the limit`,
      ],
      ['Limit', moneyInWords(limit)],
      ['Stops at', moneyInWords(stopsAt)],
      ['Period', formatZonedInterval(period, zone)],
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
  states: (figures, other) =>
    figures.basis !== 'forecast' &&
    figures.forecast !== null &&
    other.kind === 'budget' &&
    other.basis === 'forecast',
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

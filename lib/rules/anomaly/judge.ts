import { Subject } from '../../model/ids.ts';
import { rateInWords } from '../../model/money/estimate.ts';
import { isReportedOnly, type Meter } from '../../model/money/meter.ts';
import {
  addPrices,
  averagePrice,
  comparePrices,
  computeMedianSpread,
  type HourlyPrice,
  highestPrice,
  priceInWords,
  scalePrice,
} from '../../model/money/money.ts';
import { matchesTarget } from '../../model/rules/match.ts';
import { computeEarlierSameTime } from '../../model/time/period.ts';
import { computeSpan, days, earlier, hours, type Instant } from '../../model/time/time.ts';
import { computeBurnRate, computeEstimatedRate, type Facts } from '../facts.ts';
import { endsAfterHovering, type Judge, type TimingSelector } from '../judge.ts';
import { missingFact } from '../missing-fact.ts';
import type { Verdict } from '../verdict.ts';
import type { AnomalyFigures, AnomalyRule } from './terms.ts';

const oneHour = hours(1);
const aWeek = days(7);
/** The minimum number of hours, at one time of the week or day, that establish a usual rate. */
const leastOfAKind = 3;

/** Compares the burn rate of a target with its rates in the hours of the past weeks. */
export function judgeAnomaly(rule: AnomalyRule, facts: Facts): Verdict[] {
  const { target, observation, zone } = facts;
  if (!matchesTarget(rule.match, target) || facts.hours === null) return [];
  const identity = { rule: rule.name, subject: Subject.parse(target.id), episode: '' };
  const rate = computeBurnRate(observation);
  // An account that does not report its rate may still cost something.
  if (rate === null)
    return [
      {
        ...identity,
        kind: 'unknown',
        because: 'the platform does not report its burn rate',
        figures: null,
        lacks: missingFact('account', 'its burn rate'),
      },
    ];
  const fullHours = inUse(facts.hours.filter(isWhole));
  const [first, ...others] = listUsualRates(fullHours, observation.at, zone, rule);
  if (first === undefined) {
    const hourCount = fullHours.filter(isOfPastWeek(observation.at)).length;
    const because = `not enough history: ${hourCount} complete hours in the past week, ${rule.needs} needed`;
    return [{ ...identity, kind: 'unknown', because, figures: null, lacks: null }];
  }
  const usual = others.reduce(
    (most, other) => (comparePrices(other.bound, most.bound) > 0 ? other : most),
    first,
  );
  const { median, bound, hours: count, byHourOfWeek } = usual;
  const estimated = computeEstimatedRate(observation);
  const figures: AnomalyFigures = {
    kind: 'anomaly',
    rate,
    ...(!estimated.isZero() && { estimated }),
    usual: median,
    bound,
    hours: count,
    byHourOfWeek,
  };
  const because = `burn rate ${rateInWords(rate, estimated)}; usual ${priceInWords(median)}, anomalous above ${priceInWords(bound)} (based on ${usual.basis})`;
  if (!exceedsUsual(rate, usual, rule)) return [{ ...identity, kind: 'clear', because, figures }];
  return [{ ...identity, kind: 'breached', severity: 'warning', level: null, because, figures }];
}

/** The usual rate in some hours of the past, and the rate above which one is anomalous. */
type Usual = {
  readonly median: HourlyPrice;
  readonly byShape: HourlyPrice;
  readonly bound: HourlyPrice;
  readonly hours: number;
  readonly byHourOfWeek: boolean;
  readonly basis: string;
};

const exceedsUsual = (rate: HourlyPrice, { median, byShape }: Usual, { least }: AnomalyRule): boolean =>
  comparePrices(rate, byShape) > 0 && comparePrices(rate, addPrices(median, least)) >= 0;

/**
 * True if a full hour was monitored from its start with all prices known. Other hours would seem cheaper than they
 * were.
 */
const isWhole = ({ since, gap, period }: Meter): boolean =>
  gap === 0 && since <= period.from && computeSpan(period.from, period.until) === oneHour;

/**
 * Leaves out hours of zero cost before the first charge that only the platform reports: there may have been no
 * resources.
 */
function inUse(fullHours: readonly Meter[]): readonly Meter[] {
  const first = fullHours.findIndex((meter) => !isReportedOnly(meter) || !meter.charge.isZero());
  return first < 0 ? [] : fullHours.slice(first);
}

const isOfPastWeek =
  (now: Instant) =>
  ({ period }: Meter): boolean =>
    period.from >= earlier(now, aWeek);

/**
 * Returns the usual rates, all of which an anomalous rate exceeds. The same hour of past weeks covers weekly work.
 * The past week covers slow growth: the same hour of its days, or all its hours while there are too few days.
 */
function listUsualRates(fullHours: readonly Meter[], now: Instant, zone: string, rule: AnomalyRule): Usual[] {
  const daysAgo = (counts: readonly number[]) =>
    counts.flatMap((count) => {
      const then = computeEarlierSameTime(now, count, zone);
      return fullHours.filter(({ period }) => period.from <= then && then < period.until);
    });
  const sameOfWeek = daysAgo([7, 14, 21, 28]);
  const recent = fullHours.filter(isOfPastWeek(now));
  const sameOfDay = daysAgo([1, 2, 3, 4, 5, 6, 7]);
  const byWeek =
    sameOfWeek.length < leastOfAKind
      ? []
      : computeUsualRate(sameOfWeek, 'at this time of the week', rule, true);
  if (recent.length < rule.needs) return byWeek;
  const byDay =
    sameOfDay.length < leastOfAKind
      ? computeUsualRate(recent, 'of the past 7 days', rule, false)
      : computeUsualRate(sameOfDay, 'at this time of day', rule, false);
  return [...byWeek, ...byDay];
}

function computeUsualRate(
  meters: readonly Meter[],
  description: string,
  rule: AnomalyRule,
  byHourOfWeek: boolean,
): Usual[] {
  const spread = computeMedianSpread(meters.map(({ charge }) => averagePrice(charge, oneHour)));
  if (spread === null) return [];
  const { median, deviation } = spread;
  const byShape = highestPrice(
    addPrices(median, scalePrice(deviation, rule.deviations)),
    scalePrice(median, rule.factor),
  );
  const bound = highestPrice(byShape, addPrices(median, rule.least));
  const basis = `${meters.length} hours ${description}`;
  return [{ median, byShape, bound, hours: meters.length, byHourOfWeek, basis }];
}

export const anomalyJudge: Judge<AnomalyRule> = { judge: judgeAnomaly };

export const anomalyTiming: TimingSelector<AnomalyRule> = endsAfterHovering;

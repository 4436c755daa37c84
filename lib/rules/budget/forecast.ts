import { sumCharged } from '../../model/money/charged.ts';
import type { Meter } from '../../model/money/meter.ts';
import {
  addMoney,
  averagePrice,
  charge,
  chargeToMoney,
  estimated,
  type HourlyPrice,
  inDollars,
  largerMoney,
  type Money,
  scaleMoney,
} from '../../model/money/money.ts';
import type { Spend } from '../../model/money/spend.ts';
import { computeSpan, milliseconds, type Span, days as spanOfDays } from '../../model/time/time.ts';

/** The forecast total of a period, with its 80 % interval. */
export type Forecast = { readonly low: Money; readonly likely: Money; readonly high: Money };

const week = 7;
/** The number of standard deviations on either side of the mean that contain 80 % of a normal distribution. */
const fourInFive = 1.2816;
const oneDay = spanOfDays(1);

type RateAndDays = Pick<Spend, 'burnRate' | 'committedRate' | 'days' | 'isSteady'>;
type KnownRate = RateAndDays & { readonly burnRate: HourlyPrice };

/**
 * Forecasts the total of a period. If the present rate is unknown, the average rate of the past week continues;
 * `null` if that is unknown too.
 */
export function forecastIfKnown(spent: Money, spend: RateAndDays, remaining: Span): Forecast | null {
  const burnRate = spend.burnRate ?? rateOfWeek(spend.days);
  return burnRate && computeForecast(spent, { ...spend, burnRate }, remaining);
}

function rateOfWeek(days: readonly Meter[]): HourlyPrice | null {
  const past = days.filter(isWhole).slice(-week);
  if (past.length < week) return null;
  const span = past.reduce((sum, { period }) => sum + computeSpan(period.from, period.until), 0);
  return averagePrice(sumCharged(past).charge, milliseconds(span));
}

/**
 * Forecasts the total of a period. The remaining time is charged at the mean of the present rate, which includes
 * what was started today, and the average day of the past week, which includes nights and weekends. With less than
 * a week of history the present rate continues, and the interval runs from committed spend to one and a half times
 * the present rate. If `isSteady`, nothing can be started, and the present rate continues.
 */
export function computeForecast(
  spent: Money,
  { burnRate, committedRate, days, isSteady }: KnownRate,
  remaining: Span,
): Forecast {
  const present = chargeToMoney(charge(burnRate, remaining));
  const least = addMoney(spent, chargeToMoney(charge(committedRate, remaining)));
  if (isSteady) {
    const likely = largerMoney(addMoney(spent, present), least);
    return { low: likely, likely, high: likely };
  }
  const past = inUse(days.filter(isWhole).map(computeDailyDollars));
  if (past.length < week) {
    const likely = largerMoney(addMoney(spent, present), least);
    return { low: least, likely, high: addMoney(likely, scaleMoney(present, 0.5)) };
  }
  const today = inDollars(chargeToMoney(charge(burnRate, oneDay)));
  const remainingDays = remaining / oneDay;
  const remainingDollars = (remainingDays * (today + mean(past.slice(-week)))) / 2;
  const margin = fourInFive * computeRestDeviation(past, today, remainingDays);
  const likely = largerMoney(addMoney(spent, estimated(remainingDollars)), least);
  const low = addMoney(spent, estimated(Math.max(0, remainingDollars - margin)));
  return { low: largerMoney(low, least), likely, high: addMoney(likely, estimated(margin)) };
}

/** True if a day was monitored from its start with all prices known. */
const isWhole = ({ since, gap, period }: Meter): boolean => since <= period.from && gap === 0;

/**
 * Leaves out the days before the first charge, when nothing may have existed, and the day of that charge, which is
 * incomplete.
 */
function inUse(past: readonly number[]): readonly number[] {
  const first = past.findIndex((dollars) => dollars !== 0);
  if (first === 0) return past;
  return first < 0 ? [] : past.slice(first + 1);
}

/** Returns the total of a day, scaled to 24 hours. */
const computeDailyDollars = ({ charge: total, period }: Meter): number =>
  inDollars(chargeToMoney(charge(averagePrice(total, computeSpan(period.from, period.until)), oneDay)));

/**
 * Returns the standard deviation, in dollars, of the spend in the remaining days. It combines the variation
 * between days, a present rate that may not last, the trend, and resources that may yet be started. The weights
 * make the interval hold in test/rules/forecast-coverage.long.test.ts.
 */
function computeRestDeviation(past: readonly number[], today: number, remainingDays: number): number {
  const recent = mean(past.slice(-week));
  const previousWeek = past.slice(-2 * week, -week);
  const byChance =
    computeSampleDeviation(past) * Math.sqrt(remainingDays + (remainingDays * remainingDays) / past.length);
  const byPresent = 0.35 * remainingDays * (today - recent);
  const byTrend =
    previousWeek.length === 0
      ? 0
      : ((recent - mean(previousWeek)) * remainingDays * remainingDays) / (2 * week);
  const byStarts = 0.08 * remainingDays * ((today + recent) / 2) * Math.sqrt(remainingDays / 15);
  return Math.hypot(byChance, byPresent, byTrend, byStarts);
}

const mean = (figures: readonly number[]): number =>
  figures.reduce((total, figure) => total + figure, 0) / figures.length;

function computeSampleDeviation(figures: readonly number[]): number {
  const middle = mean(figures);
  return Math.sqrt(
    figures.reduce((total, figure) => total + (figure - middle) ** 2, 0) / (figures.length - 1),
  );
}

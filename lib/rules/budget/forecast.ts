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
/** The normal distribution leaves four fifths within so many deviations. */
const fourInFive = 1.2816;
const oneDay = spanOfDays(1);

type RateAndDays = Pick<Spend, 'burnRate' | 'committedRate' | 'days' | 'isSteady'>;
type KnownRate = RateAndDays & { readonly burnRate: HourlyPrice };

/**
 * Forecasts the total of a period whose present rate may be unknown: then the average day of the past week goes on. Returns
 * `null` where that is not known either.
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
 * Forecasts the total of a period. The rest of it continues at the middle between the present rate, which includes what was
 * started today, and the average day of the past week, which includes nights and weekends. Needs no history:
 * with less than a week of it the interval runs from what is committed and paid in any case to what the
 * present rate and half as much again come to. Where nothing is left that could be started, the present rate goes on.
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
  const left = remaining / oneDay;
  const rest = (left * (today + mean(past.slice(-week)))) / 2;
  const margin = fourInFive * computeRestDeviation(past, today, left);
  const likely = largerMoney(addMoney(spent, estimated(rest)), least);
  const low = addMoney(spent, estimated(Math.max(0, rest - margin)));
  return { low: largerMoney(low, least), likely, high: addMoney(likely, estimated(margin)) };
}

/** Reports whether a day was monitored from its beginning with all prices known. */
const isWhole = ({ since, gap, period }: Meter): boolean => since <= period.from && gap === 0;

/** Leaves out the days before the first charge, which were no days of zero use, and the day of that charge, of which it is a part. */
function inUse(past: readonly number[]): readonly number[] {
  const first = past.findIndex((dollars) => dollars !== 0);
  if (first === 0) return past;
  return first < 0 ? [] : past.slice(first + 1);
}

/** Returns the total of a day, scaled to 24 hours. */
const computeDailyDollars = ({ charge: total, period }: Meter): number =>
  inDollars(chargeToMoney(charge(averagePrice(total, computeSpan(period.from, period.until)), oneDay)));

/**
 * Returns the standard deviation of the rest of a period. It adds up the variation between days, with an average
 * known from a few days only; a present rate that may not last; the trend; and resources that may yet be started. The
 * weights make the interval hold in test/rules/forecast-coverage.long.test.ts.
 */
function computeRestDeviation(past: readonly number[], today: number, left: number): number {
  const recent = mean(past.slice(-week));
  const before = past.slice(-2 * week, -week);
  const byChance = computeSampleDeviation(past) * Math.sqrt(left + (left * left) / past.length);
  const byPresent = 0.35 * left * (today - recent);
  const byTrend = before.length === 0 ? 0 : ((recent - mean(before)) * left * left) / (2 * week);
  const byStarts = 0.08 * left * ((today + recent) / 2) * Math.sqrt(left / 15);
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

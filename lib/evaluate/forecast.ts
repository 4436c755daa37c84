import type { Meter } from '../model/money/meter.ts';
import {
  addMoney,
  averagePrice,
  charge,
  chargeToMoney,
  estimated,
  inDollars,
  largerOf,
  type Money,
  scaleMoney,
} from '../model/money/money.ts';
import type { Spend } from '../model/money/spend.ts';
import { between, type Span, days as spanOfDays } from '../model/time/time.ts';

/** Where a period will end: what is likely, and two figures that about four in five such periods end between. */
export type Forecast = { readonly low: Money; readonly likely: Money; readonly high: Money };

const week = 7;
/** The normal distribution leaves four fifths within so many deviations. */
const fourInFive = 1.2816;
const oneDay = spanOfDays(1);

/**
 * The rest of the period goes on at the middle between the present rate, which knows of what was started
 * today, and the average day of the past week, which knows of nights and weekends. Needs no history:
 * with less than a week of it the interval runs from what is committed and paid in any case to what the
 * present rate and half as much again come to.
 */
export function forecastOf(
  spent: Money,
  { burnRate, committedRate, days }: Pick<Spend, 'burnRate' | 'committedRate' | 'days'>,
  remaining: Span,
): Forecast {
  const present = chargeToMoney(charge(burnRate, remaining));
  const least = addMoney(spent, chargeToMoney(charge(committedRate, remaining)));
  const past = days.filter(isWhole).map(dollarsOf);
  if (past.length < week) {
    const likely = largerOf(addMoney(spent, present), least);
    return { low: least, likely, high: addMoney(likely, scaleMoney(present, 0.5)) };
  }
  const today = inDollars(chargeToMoney(charge(burnRate, oneDay)));
  const left = remaining / oneDay;
  const rest = (left * (today + mean(past.slice(-week)))) / 2;
  const margin = fourInFive * deviationOf(past, today, left);
  const likely = largerOf(addMoney(spent, estimated(rest)), least);
  const low = addMoney(spent, estimated(Math.max(0, rest - margin)));
  return { low: largerOf(low, least), likely, high: addMoney(likely, estimated(margin)) };
}

/** A day watched in part, or without all prices, does not tell what a day costs. */
const isWhole = ({ since, gap, period }: Meter): boolean => since <= period.from && gap === 0;

/** What a day came to, as if it had 24 hours. */
const dollarsOf = ({ charge: total, period }: Meter): number =>
  inDollars(chargeToMoney(charge(averagePrice(total, between(period.from, period.until)), oneDay)));

/**
 * How far the rest of a period strays from what is likely. Days differ by chance, and their average is
 * known of a few days only; the present may or may not last; what grew goes on growing; and nobody knows
 * what will be started. The weights make the interval hold in test/evaluate/forecast-coverage.test.ts.
 */
function deviationOf(past: readonly number[], today: number, left: number): number {
  const recent = mean(past.slice(-week));
  const before = past.slice(-2 * week, -week);
  const byChance = spreadOf(past) * Math.sqrt(left + (left * left) / past.length);
  const byPresent = 0.35 * left * (today - recent);
  const byTrend = before.length === 0 ? 0 : ((recent - mean(before)) * left * left) / (2 * week);
  const byStarts = 0.08 * left * ((today + recent) / 2) * Math.sqrt(left / 15);
  return Math.hypot(byChance, byPresent, byTrend, byStarts);
}

const mean = (figures: readonly number[]): number =>
  figures.reduce((total, figure) => total + figure, 0) / figures.length;

function spreadOf(figures: readonly number[]): number {
  const middle = mean(figures);
  return Math.sqrt(
    figures.reduce((total, figure) => total + (figure - middle) ** 2, 0) / (figures.length - 1),
  );
}

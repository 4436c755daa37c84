import {
  type HourlyPrice,
  inDollars,
  type Money,
  moneyInWords,
  priceInWords,
} from '../../model/money/money.ts';
import type { Forecast } from '../../rules/budget/forecast.ts';

/** Money or a price: as text, exact to the cent, and as a number for drawing. */
export type Figure = { readonly text: string; readonly value: number };

export const moneyFigure = (amount: Money): Figure => ({
  text: moneyInWords(amount),
  value: inCents(inDollars(amount)),
});

export const priceFigure = (price: HourlyPrice): Figure => ({
  text: priceInWords(price),
  value: price.toNumber(),
});

export type ForecastFigures = Readonly<Record<keyof Forecast, Figure>>;

export const forecastFigures = ({ low, likely, high }: Forecast): ForecastFigures => ({
  low: moneyFigure(low),
  likely: moneyFigure(likely),
  high: moneyFigure(high),
});

/** Rounds to cents: charts need no more digits, and replies stay shorter. */
const inCents = (dollars: number): number => Math.round(dollars * 100) / 100;

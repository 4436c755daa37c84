import { type Charged, estimatedIn } from '../../model/money/charged.ts';
import { amountInWords, rateInWords } from '../../model/money/estimate.ts';
import { chargeToMoney, type HourlyPrice, inDollars, type Money } from '../../model/money/money.ts';
import type { Forecast } from '../../rules/budget/forecast.ts';

/** Money or a price: as text, exact to the cent, and as a number for drawing. */
export type Figure = { readonly text: string; readonly value: number };

export const moneyFigure = (amount: Money, estimated?: Money): Figure => ({
  text: amountInWords(amount, estimated),
  value: inCents(inDollars(amount)),
});

export const chargedFigure = (whole: Charged): Figure =>
  moneyFigure(chargeToMoney(whole.charge), chargeToMoney(estimatedIn(whole)));

export const priceFigure = (price: HourlyPrice, estimated?: HourlyPrice): Figure => ({
  text: rateInWords(price, estimated),
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

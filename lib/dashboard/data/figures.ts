import { type ChargeWithEstimate, getEstimatedCharge } from '../../model/money/charged.ts';
import { amountInWords, amountTowards, marked, rateInWords } from '../../model/money/estimate.ts';
import {
  chargeToMoney,
  type HourlyPrice,
  inDollars,
  type Money,
  wholeMoneyInWords,
} from '../../model/money/money.ts';
import type { Forecast } from '../../rules/budget/forecast.ts';

/** Money or a price: as text, exact to the cent, and as a number for drawing. */
export type MoneyFigure = { readonly text: string; readonly value: number };

export const moneyFigure = (amount: Money, estimated?: Money): MoneyFigure => ({
  text: amountInWords(amount, estimated),
  value: inCents(inDollars(amount)),
});

/** Returns an amount that is held against a limit: its text is that of messages and tables. */
export const figureTowards = (amount: Money, estimated: Money, limit: Money): MoneyFigure => ({
  ...moneyFigure(amount),
  text: amountTowards(amount, estimated, limit),
});

export const chargedFigure = (whole: ChargeWithEstimate): MoneyFigure =>
  moneyFigure(chargeToMoney(whole.charge), chargeToMoney(getEstimatedCharge(whole)));

/** Returns a charge in few characters, with a mark where some of it is an estimate: "~12.00 USD". */
export function markedFigure(whole: ChargeWithEstimate): MoneyFigure {
  const figure = moneyFigure(chargeToMoney(whole.charge));
  return { ...figure, text: marked(figure.text, getEstimatedCharge(whole).gt(0)) };
}

export const priceFigure = (price: HourlyPrice, estimated?: HourlyPrice): MoneyFigure => ({
  text: rateInWords(price, estimated),
  value: price.toNumber(),
});

export type ForecastFigures = Readonly<Record<keyof Forecast, MoneyFigure>>;

export const forecastFigures = ({ low, likely, high }: Forecast): ForecastFigures => ({
  low: roundFigure(low),
  likely: roundFigure(likely),
  high: roundFigure(high),
});

/** Returns an amount whose text has no cents, which would be false precision. */
const roundFigure = (amount: Money): MoneyFigure => ({
  text: wholeMoneyInWords(amount),
  value: inCents(inDollars(amount)),
});

/** Rounds to cents: charts need no more digits, and replies stay shorter. */
const inCents = (dollars: number): number => Math.round(dollars * 100) / 100;

import {
  type HourlyPrice,
  inDollars,
  type Money,
  moneyInWords,
  priceInWords,
} from '../../model/money/money.ts';
import type { Figure } from '../reply-rows.ts';

export const moneyFigure = (amount: Money): Figure => ({
  text: moneyInWords(amount),
  value: inCents(inDollars(amount)),
});

export const priceFigure = (price: HourlyPrice): Figure => ({
  text: priceInWords(price),
  value: price.toNumber(),
});

/** A length in a drawing has no use for more digits, and a reply is the shorter without. */
const inCents = (dollars: number): number => Math.round(dollars * 100) / 100;

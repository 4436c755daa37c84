import { type HourlyPrice, type Money, moneyInWords, moneyTowards, priceInWords } from './money.ts';

/** The note on a figure that is an estimate as a whole. */
export const wholly = ' (estimate)';

/** Returns "12.00 USD (3.00 USD of it an estimate)"; the amount alone where no part of it is one. */
export const amountInWords = (amount: Money, estimated?: Money): string =>
  `${moneyInWords(amount)}${formatEstimateNote(amount, estimated, moneyInWords)}`;

/** Returns an amount as `amountInWords` does, rounded so that it does not seem to reach a limit early. */
export const amountTowards = (amount: Money, estimated: Money | undefined, limit: Money): string =>
  `${moneyTowards(amount, limit)}${formatEstimateNote(amount, estimated, moneyInWords)}`;

/** Returns "4.20 USD/h (estimate)"; the rate alone where no part of it is one. */
export const rateInWords = (rate: HourlyPrice, estimated?: HourlyPrice): string =>
  `${priceInWords(rate)}${formatEstimateNote(rate, estimated, priceInWords)}`;

/** Marks a figure in a table if a part of it is an estimate: "~4.20". */
export const marked = (text: string, isEstimate: boolean): string => (isEstimate ? `~${text}` : text);

function formatEstimateNote<Figure extends Money | HourlyPrice>(
  figure: Figure,
  estimated: Figure | undefined,
  inWords: (figure: Figure) => string,
): string {
  if (estimated === undefined || estimated.lte(0)) return '';
  return estimated.gte(figure) ? wholly : ` (${inWords(estimated)} of it an estimate)`;
}

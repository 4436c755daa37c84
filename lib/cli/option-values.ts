import { InvalidArgumentError } from 'commander';
import { readSpan, type Span } from '../model/time/time.ts';

/** Reads an option that is a number above 0. */
export function positive(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('It must be a number above 0.');
}

/** Reads an option that is a whole number. */
export function whole(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError('It must be a whole number.');
}

/** Returns a reader of an option that is a whole number within bounds. */
export const wholeFrom =
  (least: number, most = Number.POSITIVE_INFINITY) =>
  (text: string): number => {
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
    const bounds = Number.isFinite(most) ? `from ${least} to ${most}` : `of at least ${least}`;
    throw new InvalidArgumentError(`It must be a whole number ${bounds}.`);
  };

/** Reads an option that is a duration. */
export function span(text: string): Span {
  const value = readSpan(text);
  if (value !== undefined && value > 0) return value;
  throw new InvalidArgumentError('It must be a duration such as 90m, 24h or 7d, of 100 years at most.');
}

import { type HourlyPrice, hourlyPrice } from '../../../model/money/money.ts';
import type { Wrong } from '../world/refusal.ts';
import { badRequest } from './api-error.ts';

type Sent = { readonly value: string } | undefined;

/**
 * Checks a decimal. The specification leaves range and precision open; here it is less than 10^15 either way, with at
 * most twenty decimals. Other values are refused, never rounded.
 */
function decimalWrong(field: string, sent: Sent): Wrong[] {
  if (sent === undefined) return [];
  const value = hourlyPrice(sent.value);
  if (value.abs().gte('1e15')) return [{ field, description: 'must be less than 10^15' }];
  return value.decimalPlaces() > 20 ? [{ field, description: 'must not have more than 20 places' }] : [];
}

/** Reads a price. @throws ApiError when it is out of range or negative. */
export function sentPrice(field: string, sent: NonNullable<Sent>): HourlyPrice {
  const value = hourlyPrice(sent.value);
  const wrong = decimalWrong(field, sent);
  if (value.isNegative() && !value.isZero()) wrong.push({ field, description: 'must not be negative' });
  if (wrong.length > 0) throw badRequest(wrong);
  return value;
}

/** Checks and ignores prices in a body: the platform sets them. @throws ApiError for an invalid one. */
export function ignorePrices(sent: Readonly<Record<string, Sent>>): void {
  const wrong = Object.entries(sent).flatMap(([field, value]) => decimalWrong(field, value));
  if (wrong.length > 0) throw badRequest(wrong);
}

import type { AccountObservation } from '../model/facts/observation.ts';
import { charge, chargeToMoney, type Money, noMoney } from '../model/money/money.ts';
import { earlier, hours, type Instant, milliseconds, type Span } from '../model/time/time.ts';

const sinceHour = (at: Instant): Span => milliseconds(at % hours(1));

/** Returns the last full hour, at which the platform adjusts the figures of an account. */
export const lastFullHour = (at: Instant): Instant => earlier(at, sinceHour(at));

/** Returns what an account has spent since the last full hour. */
export function sinceFullHour({ at, burnRate }: Pick<AccountObservation, 'at' | 'burnRate'>): Money {
  return burnRate === null ? noMoney : chargeToMoney(charge(burnRate, sinceHour(at)));
}

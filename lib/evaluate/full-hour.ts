import type { AccountObservation } from '../model/facts/observation.ts';
import { charge, chargeToMoney, type Money, noMoney } from '../model/money/money.ts';
import { hours, milliseconds } from '../model/time/time.ts';

/** Returns what an account has spent since the last full hour, at which the platform adjusts its figures. */
export function sinceFullHour({ at, burnRate }: Pick<AccountObservation, 'at' | 'burnRate'>): Money {
  return burnRate === null ? noMoney : chargeToMoney(charge(burnRate, milliseconds(at % hours(1))));
}

import { getCloudProfile } from '../clouds/profiles.ts';
import type { AccountObservation } from '../model/facts/observation.ts';
import { charge, chargeToMoney, type Money, noMoney } from '../model/money/money.ts';
import { computeSpan, earlier, type Instant, milliseconds } from '../model/time/time.ts';

/** Returns when the platform last adjusted the credit and spend of an account before it was observed. */
export const lastAdjusted = ({ at, cloud }: Pick<AccountObservation, 'at' | 'cloud'>): Instant =>
  earlier(at, milliseconds(at % getCloudProfile(cloud).accountAdjustedEvery));

/** Returns the estimated spend of an account since its figures were last adjusted; zero if its burn rate is unknown. */
export const sinceAdjusted = (account: Pick<AccountObservation, 'at' | 'cloud' | 'burnRate'>): Money =>
  account.burnRate === null
    ? noMoney
    : chargeToMoney(charge(account.burnRate, computeSpan(lastAdjusted(account), account.at)));

import { noCharge } from '../../../lib/model/money/money.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Observer } from '../observer.ts';
import { readUnits } from '../world/bill.ts';
import type { Case } from './violation.ts';

/** A figure of money is in dollars, a charge in dollars an hour times milliseconds. */
const anHour = 3_600_000n;

/** Where a day begins at a quarter of an hour of the platform, a fourth of nano-dollars is of it: two places more. */
const places = 11;

/** Checks invariant 27: what is known to be spent in a month becomes less only with a reason that is noted. */
export const billOracle = ({ accuse }: Pick<Case, 'accuse'>): Observer => ({
  committed(process, head, before) {
    if (process.job !== 'watch' || head.observation === null || head.observation.kind === 'group') return;
    const [now, then] = [head.report, before?.report];
    if (now === null || then == null || now.spend.from !== then.spend.from) return;
    const isNoted = now.corrected !== undefined && now.corrected.at !== then.corrected?.at;
    if (!isNoted && toDateIn(now) < toDateIn(then))
      accuse(27, `${head.target} has spent ${toDateIn(now)}, and had spent ${toDateIn(then)} before`);
  },
});

const toDateIn = ({ spend, accruedSince, short, former }: NonNullable<Head['report']>): bigint =>
  readUnits(spend.amount.toFixed(), places) * anHour +
  readUnits(accruedSince.toFixed(), places) +
  readUnits((short?.charge ?? noCharge).toFixed(), places) +
  readUnits((former?.charge ?? noCharge).toFixed(), places);

import { type TargetId, toTarget } from '../../model/ids.ts';
import { averagePrice } from '../../model/money/money.ts';
import type { Interval } from '../../model/time/period.ts';
import {
  computeSpan,
  days,
  earlier,
  hours,
  type Instant,
  later,
  milliseconds,
} from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { type Head, indexPayers } from '../../state/head.ts';
import { computeSavings, type HourlyRate, type Savings } from '../../views/savings.ts';
import { readLog } from './read-log.ts';

/** The targets and the period of a savings report. */
export type SavingsQuestion = {
  readonly heads: readonly Head[];
  readonly interval: Interval;
  readonly now: Instant;
};

/** The longest time before the period at which a VM that rests in it may have been stopped. */
const longestRest = days(366);

/** Computes the savings of the actions in a period, from the audit log and the hourly rates of accounts. @throws LedgerError */
export async function readSavings(
  ledger: Pick<Ledger, 'journal' | 'meters'>,
  { heads, interval, now }: SavingsQuestion,
): Promise<Savings> {
  const projects = heads.filter(({ target }) => toTarget(target).kind === 'project');
  const since = earlier(interval.from, longestRest);
  const lines = await readLog(ledger, projects, { from: since, until: interval.until });
  // Rates are read only if there is an action to compare them with.
  const hasActed = lines.some(({ event }) => event === 'confirmed');
  const accounts = heads.filter(({ target }) => toTarget(target).kind === 'account');
  const rates = await Promise.all(
    (hasActed ? accounts : []).map(
      async ({ target }) => [target, await readHourlyRates(ledger, target, interval)] as const,
    ),
  );
  const accountOf = indexPayers(projects);
  return computeSavings({
    lines,
    rates: new Map(rates),
    accountOf: (target) => accountOf.get(target) ?? null,
    interval,
    now,
  });
}

/** Returns hourly rates of an account, with three more hours at both ends. Hours that were measured only in part are left out. */
async function readHourlyRates(
  ledger: Pick<Ledger, 'meters'>,
  account: TargetId,
  { from, until }: Interval,
): Promise<readonly HourlyRate[]> {
  const meters = await ledger.meters(account, 'hour', earlier(from, hours(3)), later(until, hours(3)));
  return meters.flatMap(({ period, charge, gap, since, measuredSince }) => {
    const span = milliseconds(computeSpan(period.from, period.until));
    return gap > 0 || since > period.from || measuredSince !== undefined
      ? []
      : [{ from: period.from, rate: averagePrice(charge, span) }];
  });
}

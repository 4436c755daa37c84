import { earliest, latest } from '../time/time.ts';
import { type ChargeWithEstimate, sumCharged, toChargeWithEstimate } from './charged.ts';
import { addCharges, type Money, noMoney, sumCharges, sumMoney } from './money.ts';
import { buildPlatformReport, getAccruedCharge, type PlatformReport, type Shortfall } from './spend.ts';

/**
 * Adds up the reports of several targets, and the charges of others without a report; `null` when there is no report.
 */
export function sumOfReports(
  reports: readonly PlatformReport[],
  others: readonly ChargeWithEstimate[],
): PlatformReport | null {
  const [first] = reports;
  if (first === undefined) return null;
  const credits = sumMoney(reports.map(({ spend }) => spend.credits ?? noMoney));
  const sum = buildPlatformReport(
    {
      amount: sumMoney(reports.map(({ spend }) => spend.amount)),
      from: first.spend.from,
      until: reports.reduce((until, { spend }) => earliest(until, spend.until), first.spend.until),
      leftOut: reports.reduce((count, { spend }) => count + (spend.leftOut ?? 0), 0),
      ...(!credits.isZero() && { credits }),
    },
    sumCharged([...reports.map(getAccruedCharge), ...others]),
  );
  return {
    ...sum,
    ...sumShortfalls(reports),
    ...sumFormerCharges(reports),
    ...sumExcesses(reports),
    ...mergeCorrections(reports),
    ...sumUnwatchedCharges(reports),
  };
}

function sumUnwatchedCharges(reports: readonly PlatformReport[]): Pick<PlatformReport, 'unwatched'> {
  const all = reports.flatMap(({ unwatched }) => unwatched ?? []);
  const [first] = all;
  if (first === undefined) return {};
  return {
    unwatched: {
      from: all.reduce((from, unwatched) => earliest(from, unwatched.from), first.from),
      until: all.reduce((until, unwatched) => latest(until, unwatched.until), first.until),
      charge: sumCharges(all.map(({ charge }) => charge)),
    },
  };
}

function sumShortfalls(reports: readonly PlatformReport[]): Pick<PlatformReport, 'short'> {
  const shorts = reports.flatMap(({ short }) => short ?? []);
  const [first] = shorts;
  if (first === undefined) return {};
  const sumAmounts = (amountOf: (short: Shortfall) => Money): Money =>
    sumMoney(reports.map(({ short, spend }) => (short === undefined ? spend.amount : amountOf(short))));
  return {
    short: {
      ...sumCharged(shorts.map(toChargeWithEstimate)),
      since: shorts.reduce((since, short) => earliest(since, short.since), first.since),
      reportedThen: sumAmounts(({ reportedThen }) => reportedThen),
      highest: sumAmounts(({ highest }) => highest),
      meteredSince: sumCharges(shorts.map(({ meteredSince }) => meteredSince)),
    },
  };
}

function sumFormerCharges(reports: readonly PlatformReport[]): Pick<PlatformReport, 'former'> {
  const all = reports.flatMap(({ former }) => former ?? []);
  return all.length === 0 ? {} : { former: sumCharged(all.map(toChargeWithEstimate)) };
}

function sumExcesses(reports: readonly PlatformReport[]): Pick<PlatformReport, 'excess'> {
  const all = reports.flatMap(({ excess }) => excess ?? []);
  const [first] = all;
  if (first === undefined) return {};
  return {
    excess: {
      charge: sumCharges(all.map(({ charge }) => charge)),
      least: sumCharges(all.map(({ least }) => least)),
      since: all.reduce((since, excess) => earliest(since, excess.since), first.since),
    },
  };
}

/** Returns the newest correction, with the sum of all that were made at its time. */
function mergeCorrections(reports: readonly PlatformReport[]): Pick<PlatformReport, 'corrected'> {
  const [newest, ...others] = reports
    .flatMap(({ corrected }) => corrected ?? [])
    .toSorted((left, right) => right.at - left.at);
  if (newest === undefined) return {};
  return { corrected: { ...newest, by: others.reduce((sum, { by }) => addCharges(sum, by), newest.by) } };
}

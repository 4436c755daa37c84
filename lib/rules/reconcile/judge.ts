import { hasPrice } from '../../clouds/profiles.ts';
import type { Observation } from '../../model/facts/observation.ts';
import { Subject } from '../../model/ids.ts';
import { amountInWords } from '../../model/money/estimate.ts';
import {
  atLeast,
  chargeToMoney,
  computeDifference,
  computePercentage,
  type Money,
  moneyInWords,
  noCharge,
  noMoney,
  percentReached,
  subtractCharges,
  subtractMoney,
} from '../../model/money/money.ts';
import type { Spend } from '../../model/money/spend.ts';
import { matchesTarget } from '../../model/rules/match.ts';
import { findPeriod } from '../../model/time/period.ts';
import { isoInstant, isoSecond, spanInWords } from '../../model/time/time.ts';
import type { Facts } from '../facts.ts';
import { endsAfterHovering, type Judge, type TimingSelector } from '../judge.ts';
import { missingFact } from '../missing-fact.ts';
import type { MissingFact, Verdict } from '../verdict.ts';
import type { ReconcileFigures, ReconcileRule } from './terms.ts';

export type ReconcileFacts = Pick<Facts, 'target' | 'observation' | 'spend' | 'zone'>;

/** The percentage within which figures agree: a price may change between two polls. */
const agreeing = 1;

/** Compares what accrued with what the platform reports for the same part of the month. */
export function judgeReconcile(
  rule: ReconcileRule,
  { target, observation, spend, zone }: ReconcileFacts,
): Verdict[] {
  if (!matchesTarget(rule.match, target) || observation.kind === 'group') return [];
  const { report, month } = spend;
  const identity = {
    rule: rule.name,
    subject: Subject.parse(target.id),
    episode: isoInstant(month.period.from),
  };
  const whyNot = notComparable(spend, zone);
  if (report === null || whyNot !== null)
    return [
      {
        ...identity,
        kind: 'unknown',
        because: whyNot ?? nothingReported,
        figures: null,
        lacks: missingReport(spend),
      },
    ];
  const { amount: reported, from, until } = report.spend;
  const accrued = subtractMoney(chargeToMoney(month.charge), chargeToMoney(report.accruedSince));
  const estimated = chargeToMoney(
    subtractCharges(month.estimated ?? noCharge, report.estimatedSince ?? noCharge),
  );
  const figures: ReconcileFigures = {
    kind: 'reconcile',
    reported,
    accrued,
    from,
    until,
    ...(estimated.gt(noMoney) && { estimated }),
  };
  const apart = computeDifference(reported, accrued);
  const sums = `${moneyInWords(reported)} reported and ${amountInWords(accrued, estimated)} accrued from ${isoSecond(from)} to ${isoSecond(until)}`;
  const isApart = (percent: number) =>
    atLeast(apart, rule.least) && apart.gt(computePercentage(reported, percent));
  if (!isApart(agreeing)) return [{ ...identity, kind: 'clear', because: `${sums}, which agree`, figures }];
  const because = `${sums}, ${apartInWords(apart, reported)}${formatKnownReasons(observation, spend)}`;
  if (!isApart(rule.percent)) return [{ ...identity, kind: 'clear', because, figures }];
  return [{ ...identity, kind: 'breached', severity: 'warning', level: null, because, figures }];
}

const nothingReported = 'the platform has reported no spend for this month yet';

/** Returns the missing fact that prevents a comparison; `null` if waiting supplies it. */
const missingReport = ({ report }: Spend): MissingFact | null => {
  if (report === null) return missingFact('spend', 'its reported spend');
  return report.spend.leftOut ? missingFact('spend', 'the amounts of some items of its spend') : null;
};

/** Returns why the two figures cannot be compared; `null` if they can. */
function notComparable({ report, month }: Spend, zone: string): string | null {
  if (report === null) return nothingReported;
  const { from, until } = report.spend;
  if (report.spend.leftOut) return 'the report omits items that cannot be read';
  if (until <= from) return 'the platform has billed no hour of this month yet';
  // Accruals since the report are known by whole hours of the policy's zone, which may begin at half past.
  if (findPeriod('hour', until, zone).from !== until)
    return `the report ends within an hour, at ${isoSecond(until)}`;
  if (month.period.from !== from)
    return `the platform's month began at ${isoSecond(from)} and the policy's at ${isoSecond(month.period.from)}`;
  if (month.measuredSince !== undefined && month.gap > 0)
    return `part of the month before monitoring began at ${isoSecond(month.measuredSince)} is not known`;
  if (month.since > from) return `this month has been monitored only since ${isoSecond(month.since)}`;
  return null;
}

const apartInWords = (apart: Money, reported: Money): string =>
  `${moneyInWords(apart)} (${percentReached(apart, reported)} %) apart`;

/** Returns the known reasons for a difference as text; empty if there are none. */
function formatKnownReasons(observation: Observation, { month }: Spend): string {
  const { resources, cloud } = observation.kind === 'project' ? observation : { resources: [], cloud: null };
  const unpriced = resources.filter(
    ({ kind, price, activity }) =>
      cloud !== null && !hasPrice(cloud, kind) && price === null && activity !== 'gone',
  ).length;
  const reasons = [
    ...(unpriced === 0
      ? []
      : [`resources without a price of their own appear only in the report (${unpriced} now)`]),
    ...(month.gap === 0 ? [] : [`some prices were unknown for ${spanInWords(month.gap)}`]),
  ];
  return reasons.length === 0 ? '' : `; ${reasons.join('; ')}`;
}

export const reconcileJudge: Judge<ReconcileRule> = { judge: judgeReconcile };

export const reconcileTiming: TimingSelector<ReconcileRule> = endsAfterHovering;

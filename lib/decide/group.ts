import { burnRateOf, committedRateOf } from '../evaluate/facts.ts';
import type { GroupObservation, Missing } from '../model/facts/observation.ts';
import type { Head } from '../model/head.ts';
import { type TargetId, targetOf } from '../model/ids.ts';
import type { Meter } from '../model/money/meter.ts';
import { addCharges, addMoney, noCharge, noMoney, sumPrices } from '../model/money/money.ts';
import type { Spend } from '../model/money/spend.ts';
import type { BudgetRule } from '../model/rules/budget-rule.ts';
import { matchesTarget } from '../model/rules/match.ts';
import { beginOneMonth, type Period, periodAt } from '../model/time/period.ts';
import {
  between,
  earliest,
  type Instant,
  instant,
  latest,
  milliseconds,
  minutes,
  type Span,
} from '../model/time/time.ts';

/** What a group is made of: the heads as they stand at an instant, and by whose calendar. */
export type GroupInput = {
  readonly heads: readonly Head[];
  readonly at: Instant;
  readonly zone: string;
  /** How long a price that was not seen again is still charged. */
  readonly carry: Span;
  /** Whether the platform no longer lists a project. What it spent stays spent; it spends no more. */
  readonly isGone: (target: TargetId) => boolean;
};

/** The projects that a rule takes together, as their heads stand: figures of those unseen are their last ones. */
export function observeGroup(rule: BudgetRule | undefined, context: GroupInput): GroupObservation {
  const { at } = context;
  const matching = context.heads.filter((head) => rule !== undefined && isMember(rule, head.target));
  const members = matching.filter(({ observation }) => observation !== null);
  const lacking = matching.filter(
    ({ target, observation, unreadable }) =>
      unreadable !== null || (observation === null && !context.isGone(target)),
  );
  return {
    kind: 'group',
    at,
    seen: [],
    missing: matching.flatMap((head) => missingOf(head, context)),
    members: members.map(({ target }) => target),
    lacking: lacking.map(({ target }) => target),
    spend: totalSpend(members, context),
  };
}

/** Whether a rule takes a project together with others. */
export function isMember({ match }: BudgetRule, target: TargetId): boolean {
  const of = targetOf(target);
  return of.kind === 'project' && matchesTarget(match, of);
}

/** No run takes this long: what was seen before it was not seen in this one. */
const longestRun: Span = minutes(30);

function missingOf(head: Head, { at, zone, isGone }: GroupInput): Missing[] {
  const { target, observation, failedPolls, failedBecause, report, unreadable } = head;
  // What a project that is gone has spent still counts, and cannot be read.
  if (isGone(target) && unreadable === null) return [];
  const isNow = failedPolls === 0 && observation !== null && between(observation.at, at) < longestRun;
  if (!isNow) return [{ part: 'vms', because: `${target}: ${failedBecause ?? 'not seen'}` }];
  const isReported = report !== null && beginOneMonth(report.spend.from, periodAt('month', at, zone).from);
  return isReported ? [] : [{ part: 'spend', because: `${target}: no spend is reported of it yet` }];
}

/** Adds up all that is known of what projects spend. */
export function totalSpend(members: readonly Head[], context: Omit<GroupInput, 'heads'>): Spend {
  const { at, zone } = context;
  const month = periodAt('month', at, zone);
  const today = periodAt('day', at, zone);
  const days = members.flatMap(({ days: kept, meters }) => [
    ...(kept?.closed ?? []),
    ...(meters ? [meters.day] : []),
  ]);
  const isOfToday = ({ period }: Meter) => period.until > at;
  const past = days.filter((meter) => !isOfToday(meter));
  const countedFrom = knownFrom(members);
  const total = (meters: readonly Meter[], period: Period) => totalMeter(meters, period, at, countedFrom);
  const starts = [...new Set(past.map(({ period }) => period.from))].sort((left, right) => left - right);
  // Nobody knows for how long what was not seen again goes on.
  const observations = members
    .filter(({ target }) => !context.isGone(target))
    .flatMap(({ observation }) => observation ?? [])
    .filter((observation) => between(observation.at, at) <= context.carry);
  return {
    report: totalReport(members, month),
    day: total(days.filter(isOfToday), today),
    month: total(monthMeters(members, month), month),
    days: starts.flatMap((from) => {
      const meters = past.filter(({ period }) => period.from === from);
      return meters[0] ? [total(meters, meters[0].period)] : [];
    }),
    burnRate: sumPrices(observations.map(burnRateOf)),
    committedRate: sumPrices(observations.map(committedRateOf)),
  };
}

/** Those of members that have begun the month; of one unseen since the month before nothing is known in this one. */
const monthMeters = (members: readonly Head[], month: Period): Meter[] =>
  members
    .flatMap(({ meters }) => meters?.month ?? [])
    .filter(({ period }) => beginOneMonth(period.from, month.from));

/** From when on all members are known: of one whose past spend is asked for in vain, nobody knows what it spent before. */
const knownFrom = (members: readonly Head[]): Instant =>
  members.reduce(
    (known, { pastSpend }) =>
      pastSpend?.lacking?.isUnsupported === false ? latest(known, pastSpend.measuredSince) : known,
    instant(0),
  );

/** Meters of one period, added up. */
const totalMeter = (meters: readonly Meter[], period: Period, at: Instant, countedFrom: Instant): Meter => ({
  period,
  charge: meters.reduce((total, { charge }) => addCharges(total, charge), noCharge),
  // A project that came later spent nothing before.
  since: latest(
    meters.reduce((first, { since }) => earliest(first, since), at),
    earliest(countedFrom, period.until),
  ),
  gap: milliseconds(Math.max(0, ...meters.map(({ gap }) => gap))),
});

/** What is reported of some and has accrued of the others; `null` when nothing is reported of any. */
function totalReport(members: readonly Head[], month: Period): Spend['report'] {
  const reportOf = ({ report }: Head) =>
    report !== null && beginOneMonth(report.spend.from, month.from) ? report : null;
  const reports = members.flatMap((head) => reportOf(head) ?? []);
  const [first] = reports;
  if (first === undefined) return null;
  const unreported = monthMeters(
    members.filter((head) => reportOf(head) === null),
    month,
  );
  return {
    spend: {
      amount: reports.reduce((total, { spend }) => addMoney(total, spend.amount), noMoney),
      from: first.spend.from,
      until: reports.reduce((until, { spend }) => earliest(until, spend.until), first.spend.until),
      leftOut: reports.reduce((count, { spend }) => count + (spend.leftOut ?? 0), 0),
    },
    accruedSince: [
      ...reports.map(({ accruedSince }) => accruedSince),
      ...unreported.map(({ charge }) => charge),
    ].reduce(addCharges, noCharge),
  };
}

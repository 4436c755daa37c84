import { sumOfUnmetered } from '../meter/unmetered.ts';
import type { CloudName } from '../model/cloud-name.ts';
import type { GroupObservation, MissingPart } from '../model/facts/observation.ts';
import { type TargetId, toTarget } from '../model/ids.ts';
import { sumCharged } from '../model/money/charged.ts';
import { type Meter, sumOfParts } from '../model/money/meter.ts';
import { sumPrices } from '../model/money/money.ts';
import type { Spend } from '../model/money/spend.ts';
import { sumOfReports } from '../model/money/sum-of-reports.ts';
import { matchesTarget, namesResources } from '../model/rules/match.ts';
import { beginOneMonth, findPeriod, type Period } from '../model/time/period.ts';
import {
  computeSpan,
  earliest,
  type Instant,
  instant,
  latest,
  milliseconds,
  minutes,
  type Span,
} from '../model/time/time.ts';
import type { BudgetRule } from '../rules/budget/terms.ts';
import { computeBurnRate, computeCommittedRate, computeEstimatedRate, isSteady } from '../rules/facts.ts';
import { withNamed } from '../rules/named-resources.ts';
import type { Head } from '../state/head.ts';

/** The input of a group's observation: the current heads, the time and the time zone of its calendar. */
export type GroupInput = {
  readonly heads: readonly Head[];
  readonly at: Instant;
  readonly zone: string;
  /** The longest time that a price is charged for without being seen again. */
  readonly carry: Span;
};

/** Reports whether a project is gone. Its past spend still counts, but nothing accrues. */
const isGone = ({ failureScope }: Head): boolean => failureScope === 'unlisted';

/** Observes the projects that a rule groups, from their heads. A project that was not seen keeps its last figures. */
export function observeGroup(rule: BudgetRule | undefined, context: GroupInput): GroupObservation {
  const { at } = context;
  const matching = context.heads.filter((head) => rule !== undefined && isMember(rule, head.target));
  const members = matching.filter(({ observation }) => observation !== null);
  const unpolled = matching.filter(
    (head) => head.unreadable !== null || (head.observation === null && !isGone(head)),
  );
  return {
    kind: 'group',
    cloud: findCommonCloud(members),
    at,
    seen: [],
    missing: matching.flatMap((head) => listMissingParts(head, context)),
    members: members.map(({ target }) => target),
    unpolledMembers: unpolled.map(({ target }) => target),
    ...toMayCountTwiceField(matching, context),
    spend: { ...totalSpend(members, context), ...namedRates(rule, members, context) },
  };
}

/** Returns the reason why members' spend of this month may be counted twice, as a field; empty when there is none. */
function toMayCountTwiceField(
  members: readonly Head[],
  { at, zone }: GroupInput,
): Pick<GroupObservation, 'mayCountTwice'> {
  const month = findPeriod('month', at, zone);
  const counts = (head: Head) =>
    monthMeters([head], month).length > 0 ||
    (head.report !== null && beginOneMonth(head.report.spend.from, month.from));
  const doubted = members.find((head) => head.mayCountTwice !== undefined && counts(head));
  return doubted?.mayCountTwice === undefined ? {} : { mayCountTwice: doubted.mayCountTwice };
}

/** Returns the current rates of those resources of members that the budget's match names; empty when it names none. */
function namedRates(
  rule: BudgetRule | undefined,
  members: readonly Head[],
  { at, carry }: GroupInput,
): Pick<Spend, 'named'> {
  if (rule === undefined || !namesResources(rule.match)) return {};
  const observations = members.flatMap((head) =>
    head.observation === null || isGone(head) || computeSpan(head.observation.at, at) > carry
      ? []
      : [withNamed(rule.match, toTarget(head.target), head.observation)],
  );
  const estimated = sumPrices(observations.map(computeEstimatedRate));
  return {
    named: {
      burnRate: sumPrices(observations.flatMap((observation) => computeBurnRate(observation) ?? [])),
      ...(!estimated.isZero() && { estimatedRate: estimated }),
      committedRate: sumPrices(observations.map(computeCommittedRate)),
    },
  };
}

/** Returns the cloud that all targets share; `null` when there are several or none is known. */
export function findCommonCloud(heads: readonly Head[]): CloudName | null {
  const [cloud = null, ...others] = new Set(heads.flatMap(({ observation }) => observation?.cloud ?? []));
  return others.length === 0 ? cloud : null;
}

/** Reports whether a rule's group includes a target. Only projects can be members. */
export function isMember({ match }: BudgetRule, target: TargetId): boolean {
  const member = toTarget(target);
  return member.kind === 'project' && matchesTarget(match, member);
}

/** The upper bound of a run's duration: an observation older than this is not from the current run. */
const longestRun: Span = minutes(30);

function listMissingParts(head: Head, { at, zone }: GroupInput): MissingPart[] {
  const { target, observation, failedPolls, failedBecause, report, unreadable } = head;
  // The past spend of a project that is gone still counts, and cannot be read.
  if (isGone(head) && unreadable === null) return [];
  const isNow = failedPolls === 0 && observation !== null && computeSpan(observation.at, at) < longestRun;
  if (!isNow) return [{ part: 'vms', because: `${target}: ${failedBecause ?? 'not seen'}` }];
  const isReported = report !== null && beginOneMonth(report.spend.from, findPeriod('month', at, zone).from);
  return isReported ? [] : [{ part: 'spend', because: `${target}: no spend is reported for it yet` }];
}

/** Adds up the known spend of all members. */
export function totalSpend(members: readonly Head[], context: Omit<GroupInput, 'heads'>): Spend {
  const { at, zone } = context;
  const month = findPeriod('month', at, zone);
  const today = findPeriod('day', at, zone);
  const days = members.flatMap(({ days: kept, meters }) => [
    ...(kept?.closed ?? []),
    ...(meters ? [meters.day] : []),
  ]);
  const isOfToday = ({ period }: Meter) => period.until > at;
  const past = days.filter((meter) => !isOfToday(meter));
  const countedFrom = computeKnownStart(members);
  const total = (meters: readonly Meter[], period: Period) => totalMeter(meters, period, at, countedFrom);
  const starts = [...new Set(past.map(({ period }) => period.from))].sort((left, right) => left - right);
  // It is unknown how long resources continue after they were last observed.
  const present = members.filter((head) => !isGone(head));
  const observations = present
    .flatMap(({ observation }) => observation ?? [])
    .filter((observation) => computeSpan(observation.at, at) <= context.carry);
  const estimated = sumPrices(observations.map(computeEstimatedRate));
  const unmetered = sumOfUnmetered(members.flatMap((head) => head.unmetered ?? []));
  return {
    report: totalReport(members, month),
    day: total(days.filter(isOfToday), today),
    month: total(monthMeters(members, month), month),
    days: starts.flatMap((from) => {
      const meters = past.filter(({ period }) => period.from === from);
      return meters[0] ? [total(meters, meters[0].period)] : [];
    }),
    ...(unmetered && { unmetered }),
    burnRate: sumPrices(observations.flatMap((observation) => computeBurnRate(observation) ?? [])),
    ...(!estimated.isZero() && { estimatedRate: estimated }),
    committedRate: sumPrices(observations.map(computeCommittedRate)),
    ...(present.length === observations.length &&
      observations.every(isSteady) && { isSteady: true as const }),
  };
}

/** Returns the month meters of members that have begun this month. A member not seen since last month has none. */
const monthMeters = (members: readonly Head[], month: Period): Meter[] =>
  members
    .flatMap(({ meters }) => meters?.month ?? [])
    .filter(({ period }) => beginOneMonth(period.from, month.from));

/**
 * Returns the time from which all members' spend is known. A member whose past spend failed to load is unknown before
 * its metering began.
 */
const computeKnownStart = (members: readonly Head[]): Instant =>
  members.reduce(
    (since, { pastSpend }) =>
      pastSpend?.gap?.isUnsupported === false ? latest(since, pastSpend.measuredSince) : since,
    instant(0),
  );

const totalMeter = (meters: readonly Meter[], period: Period, at: Instant, countedFrom: Instant): Meter => ({
  period,
  ...sumCharged(meters),
  // A project that was created later spent nothing before.
  since: latest(
    meters.reduce((first, { since }) => earliest(first, since), at),
    earliest(countedFrom, period.until),
  ),
  gap: milliseconds(Math.max(0, ...meters.map(({ gap }) => gap))),
  ...toPartsField(meters),
});

function toPartsField(meters: readonly Meter[]): Pick<Meter, 'parts'> {
  const parts = sumOfParts(meters);
  return parts === undefined ? {} : { parts };
}

/**
 * Adds reported spend of some members to the accrued spend of the others; `null` when nothing is reported for any.
 */
function totalReport(members: readonly Head[], month: Period): Spend['report'] {
  const ofMonth = ({ report }: Head) =>
    report !== null && beginOneMonth(report.spend.from, month.from) ? report : null;
  const reports = members.flatMap((head) => ofMonth(head) ?? []);
  const unreported = monthMeters(
    members.filter((head) => ofMonth(head) === null),
    month,
  );
  return sumOfReports(reports, unreported);
}

import type { GroupObservation, Observation } from '../model/facts/observation.ts';
import { type Resource, toResourceSubject } from '../model/facts/resource.ts';
import { toTarget } from '../model/ids.ts';
import type { ChargeWithEstimate } from '../model/money/charged.ts';
import { type Meter, type Rollup, withoutShares } from '../model/money/meter.ts';
import { unattributed } from '../model/money/share.ts';
import type { PlatformReport, ReportedSpend, Spend } from '../model/money/spend.ts';
import { beginPastSpend, type ReportedPast } from '../model/past-spend.ts';
import { matchesResource } from '../model/rules/match.ts';
import { beginOneMonth, computeEarlierDayStart, findPeriod, type PeriodUnit } from '../model/time/period.ts';
import { computeSpan, hours, type Instant, latest, type Span } from '../model/time/time.ts';
import { computeBurnRate, computeCommittedRate, computeEstimatedRate, isSteady } from '../rules/facts.ts';
import { countNeededDays } from '../rules/history-needs.ts';
import { findClaim } from '../rules/kept-until.ts';
import { countedMatches } from '../rules/named-resources.ts';
import type { Head } from '../state/head.ts';
import type { Override } from '../state/override.ts';
import type { Policy } from '../state/policy.ts';
import { attributed, computeAccrual, sumAccrual } from './accrue.ts';
import { advance, emptyMeter } from './advance.ts';
import { selectTags, shareFinder } from './attribute.ts';
import { addPastSpend } from './past-spend.ts';
import { followUnmetered } from './unmetered.ts';
import { estimateUnwatched, weighBesideEstimate } from './unwatched.ts';
import { growReport, weighReport } from './weigh-report.ts';

/** A head's figures after an observation, and the periods that ended with it. */
export type MeteredSpend = {
  readonly meters: NonNullable<Head['meters']>;
  readonly closedHours: readonly Meter[];
  readonly report: PlatformReport | null;
  readonly closed: readonly Rollup[];
  readonly days: Head['days'];
  readonly unmetered: Head['unmetered'];
  readonly pastSpend: Head['pastSpend'];
};

/** The time that closed hours are kept, so that a report that is hours late can still be brought up to date. */
export const hoursKept: Span = hours(24);

/** Charges the time since the last observation, and brings the platform's last report up to date. */
export function meterSpend(
  head: Head,
  observation: Observation,
  pastDays: readonly Meter[] | null,
  policy: Pick<Policy, 'timezone' | 'rules' | 'attribute'>,
  carry: Span,
  reported: ReportedPast | null = null,
  overrides: readonly Override[] = [],
): MeteredSpend {
  const zone = policy.timezone;
  if (observation.kind === 'group') return meterGroup(observation, zone);
  const { at } = observation;
  const { meters, observation: previous } = head;
  if (meters === null || previous === null) {
    const started = {
      hour: startMeter('hour', at, zone),
      day: startMeter('day', at, zone),
      month: startMeter('month', at, zone),
    };
    const spend = ofMonth(observation.spend, started.month);
    const known = {
      grown: null,
      metered: null,
      hoursKnown: [],
      burnRate: computeBurnRate(observation),
      at,
    };
    const report =
      spend && estimateUnwatched(weighReport(spend, known), { observation, measuredSince: at, carry });
    const initialPast = head.pastSpend ?? beginPastSpend(at, zone);
    const first = { past: initialPast, answer: reported, meters: started, closed: [], at };
    const { past, closed, ...withPast } = addPastSpend(first);
    const days = keptDays(head, null, closed, started.day.period.from, policy);
    return { ...withPast, closedHours: [], report, closed, days, unmetered: head.unmetered, pastSpend: past };
  }
  const shareOf = shareFinder([meters.hour, meters.day, meters.month]);
  const { target } = head;
  const parsedTarget = toTarget(target);
  const selectResourceTags = (resource: Resource) =>
    selectTags(
      resource,
      policy.attribute,
      parsedTarget.kind === 'project'
        ? findClaim(toResourceSubject(target, resource), resource, overrides, at)
        : {},
    );
  const matches = countedMatches(policy.rules, parsedTarget);
  const listMatchingParts = (resource: Resource) =>
    [...matches].flatMap(([name, match]) =>
      matchesResource(match, parsedTarget, resource, at) ? [name] : [],
    );
  const accrual = attributed(
    computeAccrual(previous, observation, carry, {
      tagsIn: selectResourceTags,
      matches: [...matches.keys()],
      partsIn: listMatchingParts,
    }),
    shareOf,
  );
  const hour = advance(meters.hour, accrual, observation.at, zone);
  const day = advance(meters.day, accrual, observation.at, zone);
  const month = advance(meters.month, accrual, observation.at, zone);
  const measured = {
    meters: { hour: hour.meter, day: day.meter, month: month.meter },
    closed: [...hour.closed, ...day.closed, ...month.closed],
  };
  const {
    past,
    closed,
    meters: next,
  } = head.pastSpend === null
    ? { past: null, ...measured }
    : addPastSpend({ past: head.pastSpend, answer: reported, ...measured, at });
  const closedHours = [...head.closedHours, ...hour.closed.map(withoutShares)].filter(
    (meter) => computeSpan(meter.period.until, observation.at) < hoursKept,
  );
  const lastReport = ofMonth(head.report?.spend, next.month) && head.report;
  const newReport = ofMonth(observation.spend, next.month);
  const known = {
    grown: lastReport && growReport(lastReport, sumAccrual(accrual), hasMoved(previous, observation)),
    metered: getWholeCharge(next.month),
    hoursKnown: [...closedHours, next.hour],
    burnRate: computeBurnRate(observation),
    at,
  };
  const weighed = newReport === null ? known.grown : weighBesideEstimate(newReport, known);
  const report =
    weighed === null || known.grown !== null || past === null
      ? weighed
      : estimateUnwatched(weighed, { observation, measuredSince: past.measuredSince, carry });
  const days = keptDays(head, pastDays, closed, next.day.period.from, policy);
  return {
    meters: next,
    closedHours,
    report,
    closed,
    days,
    unmetered: followUnmetered(head.unmetered, {
      report,
      month: next.month,
      zone,
      measuredSince: past?.measuredSince ?? null,
      keptFrom: days?.since ?? next.day.period.from,
    }),
    pastSpend: past,
  };
}

/** Returns a group's figures, all from its observation: its members accrue, report and close their periods. */
const meterGroup = ({ at, spend }: GroupObservation, zone: string): MeteredSpend => ({
  meters: { hour: startMeter('hour', at, zone), day: wholly(spend.day), month: wholly(spend.month) },
  closedHours: [],
  report: spend.report,
  closed: [],
  days: null,
  unmetered: null,
  pastSpend: null,
});

const wholly = (meter: Meter): Rollup => ({ ...meter, shares: unattributed(meter) });

/** Returns closed days as far back as any rule on the target needs, so that no turn reads them again. */
function keptDays(
  { target, days: headDays }: Head,
  past: readonly Meter[] | null,
  closed: readonly Meter[],
  today: Instant,
  { timezone, rules }: Pick<Policy, 'timezone' | 'rules'>,
): Head['days'] {
  const count = countNeededDays(rules, toTarget(target));
  if (count === 0) return null;
  const since = computeEarlierDayStart(today, count, timezone);
  const newDays = closed.filter(({ period }) => period.unit === 'day').map(withoutShares);
  const changed = new Set(newDays.map(({ period }) => period.from));
  const all = [
    ...(past ?? headDays?.closed ?? []).filter(({ period }) => !changed.has(period.from)),
    ...newDays,
  ]
    .filter(({ period }) => period.from >= since)
    .map(withoutShares)
    .sort((left, right) => left.period.from - right.period.from);
  return { since: past === null ? latest(since, headDays?.since ?? today) : since, closed: all };
}

const startMeter = (unit: PeriodUnit, at: Instant, zone: string): Rollup =>
  emptyMeter(findPeriod(unit, at, zone), at);

/** Reports whether another account pays for a project than at the last observation. */
const hasMoved = (previous: Observation, next: Observation): boolean =>
  previous.kind === 'project' &&
  next.kind === 'project' &&
  previous.account !== null &&
  next.account !== null &&
  previous.account !== next.account;

/** Returns the charge of a meter that covers its whole period up to now; `null` for any other. */
const getWholeCharge = (meter: Meter): ChargeWithEstimate | null =>
  meter.since <= meter.period.from && meter.gap === 0 ? meter : null;

/** Returns the reported spend if it is of the meter's month; otherwise `null`. */
const ofMonth = (spend: ReportedSpend | null | undefined, { period }: Meter): ReportedSpend | null =>
  spend && beginOneMonth(spend.from, period.from) ? spend : null;

/** Builds the spend that rules judge, from a target's figures; a group's is in its observation. */
export function buildSpend(
  observation: Observation,
  { report, meters, days, unmetered }: Pick<MeteredSpend, 'report' | 'meters' | 'days' | 'unmetered'>,
): Spend {
  if (observation.kind === 'group') return observation.spend;
  const estimated = computeEstimatedRate(observation);
  return {
    report,
    day: meters.day,
    month: meters.month,
    days: days?.closed ?? [],
    ...(unmetered && { unmetered: { since: unmetered.since, days: unmetered.days } }),
    burnRate: computeBurnRate(observation),
    ...(!estimated.isZero() && { estimatedRate: estimated }),
    committedRate: computeCommittedRate(observation),
    ...(isSteady(observation) && { isSteady: true as const }),
  };
}

import { unsupportedFact } from '../clouds/profile.ts';
import { getCloudProfile } from '../clouds/profiles.ts';
import { createFleetContextBuilder } from '../decide/fleet-context.ts';
import type { factsNow } from '../decide/turn-facts.ts';
import type { CloudName } from '../model/cloud-name.ts';
import type { AccountObservation } from '../model/facts/observation.ts';
import { getTargetConnection, type Target, toTarget } from '../model/ids.ts';
import { type Coverage, computeCoverage, computeLeastCoverage } from '../model/money/coverage.ts';
import type { Meter } from '../model/money/meter.ts';
import {
  chargeToMoney,
  free,
  type HourlyPrice,
  lessPrice,
  type Money,
  noCharge,
  sumMoney,
  sumPrices,
} from '../model/money/money.ts';
import { sumReportToDate, sumUnreportedCharges } from '../model/money/spend.ts';
import { beginOneMonth, findPeriod } from '../model/time/period.ts';
import { findEarliest, type Instant } from '../model/time/time.ts';
import { computeBurnRate, computeEstimatedRate } from '../rules/facts.ts';
import { owedInWords } from '../rules/money-owed.ts';
import { type Head, indexPayers } from '../state/head.ts';
import { type AlertView, listAlerts } from './alerts.ts';
import { type BlindSpot, listBlindSpots } from './blind-spots.ts';
import { type BudgetView, listBudgets } from './budgets.ts';
import { buildCondition, type Condition } from './condition/condition.ts';
import { buildRunwayView, type RunwayView } from './runway.ts';
import { type Spare, sumSpare } from './spare.ts';
import type { ViewInput } from './view-input.ts';
import { listWaitingActions, type WaitingAction } from './waiting.ts';

/** The spend of a target since the month began. */
export type MonthToDate = {
  /** The reported spend and the time up to which it is reported; `null` if none is reported for this month. */
  readonly reported: { readonly amount: Money; readonly until: Instant } | null;
  /** Reported plus what has accrued since. */
  readonly toDate: Money | null;
  /** The estimated part of `toDate` or, if nothing is reported, of `accrued`. */
  readonly estimated: Money;
  /** The amount that spendwatch has accrued, and the start of that. */
  readonly accrued: { readonly amount: Money; readonly since: Instant } | null;
  /** The part of the month up to the last poll that the figures cover; `null` without figures. */
  readonly coverage: Coverage | null;
};

/** Returns the spend of the month, reported or accrued; `null` if unknown. */
export const getKnownSpend = ({ toDate, accrued }: Pick<MonthToDate, 'toDate' | 'accrued'>): Money | null =>
  toDate ?? accrued?.amount ?? null;

export type TargetStatus = {
  readonly target: Target;
  /** `null` before the first observation, and for a group. */
  readonly cloud: CloudName | null;
  readonly month: MonthToDate;
  readonly burnRate: HourlyPrice | null;
  /** The part of the burn rate that is an estimate. */
  readonly estimatedRate: HourlyPrice;
  /** The part of an account's burn rate that no resource of its projects accounts for; `null` if there is none. */
  readonly unpricedRate: HourlyPrice | null;
  /** The runway of an account, without figures if it is unknown or no credit can run out; `null` for other targets. */
  readonly runway: RunwayView | null;
  /** The account's state, in the platform's own words. */
  readonly accountState: string | null;
  /** The problems of an account, each as a sentence: an inactive state, and overdue amounts. */
  readonly faults: readonly string[];
  readonly firing: number;
  /** The time of the last observation; `null` when there is none. */
  readonly seenAt: Instant | null;
};

export type Status = {
  readonly targets: readonly TargetStatus[];
  /** The totals of all projects. */
  readonly whole: Pick<TargetStatus, 'month' | 'firing' | 'estimatedRate'> & {
    readonly burnRate: HourlyPrice;
    /**
     * The burn rate plus what accounts report beyond their projects, such as disks without a price; `null` if
     * there is none.
     */
    readonly fullRate: HourlyPrice | null;
    readonly projects: number;
    /** The number of projects with reported spend. */
    readonly reporting: number;
    /** The number of projects without figures, which the totals exclude. */
    readonly withoutFigures: number;
  };
  /** The cost of resources that are idle or billed without use. */
  readonly spare: Spare;
  readonly budgets: readonly BudgetView[];
  readonly alerts: readonly AlertView[];
  readonly waiting: readonly WaitingAction[];
  readonly blindSpots: readonly BlindSpot[];
  readonly condition: Condition;
};

export function buildStatus(heads: readonly Head[], context: ViewInput): Status {
  const { now, policy, overrides } = context;
  const fleet = createFleetContextBuilder(heads, overrides, policy, now);
  const accountOf = indexPayers(heads);
  const targets = heads.map((head) =>
    statusOfTarget(head, fleet(head.target), context, computeUnpricedRate(head, heads, accountOf)),
  );
  const condition = buildCondition(heads, context);
  return {
    targets,
    whole: sumProjectStatuses(
      targets.filter(({ target }) => target.kind === 'project'),
      sumPrices(targets.flatMap(({ unpricedRate }) => unpricedRate ?? [])),
    ),
    spare: sumSpare(heads, context),
    budgets: listBudgets(heads, context),
    alerts: listAlerts(heads, context),
    waiting: listWaitingActions(heads, context, condition),
    blindSpots: listBlindSpots(heads, context),
    condition,
  };
}

function statusOfTarget(
  head: Head,
  fleet: Parameters<typeof factsNow>[2],
  { policy, now }: ViewInput,
  unpricedRate: HourlyPrice | null,
): TargetStatus {
  const { target, observation, alerts, failureScope } = head;
  return {
    target: toTarget(target),
    cloud: observation?.cloud ?? null,
    month: computeMonthToDate(head, now, policy.timezone),
    // A project that the platform no longer lists causes no further charges.
    burnRate: observation === null || failureScope === 'unlisted' ? null : computeBurnRate(observation),
    estimatedRate:
      observation === null || failureScope === 'unlisted' ? free : computeEstimatedRate(observation),
    unpricedRate,
    runway: buildRunwayView(head, fleet, policy),
    accountState: observation?.kind === 'account' ? observation.state : null,
    faults: observation?.kind === 'account' ? describeFaults(observation, policy.timezone) : [],
    firing: alerts.filter(({ phase }) => phase === 'firing').length,
    seenAt: observation?.at ?? null,
  };
}

const describeFaults = (account: AccountObservation, zone: string): string[] => [
  ...(account.standing === 'active' || !tellsStates(account) ? [] : [`its state is ${account.state}`]),
  ...owedInWords(account, zone),
];

/** True if the cloud of an account reports the state of accounts. */
const tellsStates = ({ cloud }: AccountObservation): boolean =>
  unsupportedFact(getCloudProfile(cloud), 'the state of accounts') === null;

function computeMonthToDate({ report, meters, observation }: Head, now: Instant, zone: string): MonthToDate {
  const { from } = findPeriod('month', now, zone);
  const current = report !== null && beginOneMonth(report.spend.from, from) ? report : null;
  const month = meters !== null && beginOneMonth(meters.month.period.from, from) ? meters.month : null;
  return {
    reported: current && { amount: current.spend.amount, until: current.spend.until },
    estimated: chargeToMoney(
      (current ? sumUnreportedCharges(current).estimated : month?.estimated) ?? noCharge,
    ),
    toDate: current && sumReportToDate(current),
    accrued: month && { amount: chargeToMoney(month.charge), since: month.since },
    coverage: month && coverageOfMonth(month, observation?.at ?? now, current !== null),
  };
}

/** Returns the coverage of the month. Reported figures cover it from its beginning, even before monitoring began. */
function coverageOfMonth(month: Meter, until: Instant, isReported: boolean): Coverage {
  const { from } = month.period;
  const unmonitored = month.since > from ? [{ from, until: month.since }] : [];
  const covered = computeCoverage([month], unmonitored, { from, until });
  return isReported ? { ...covered, known: covered.span } : covered;
}

/**
 * Returns the hourly rate that an account reports beyond the prices of its projects; `null` if not all are known,
 * or under a cent.
 */
function computeUnpricedRate(
  { target, observation }: Head,
  heads: readonly Head[],
  accountOf: ReturnType<typeof indexPayers>,
): HourlyPrice | null {
  if (observation?.kind !== 'account' || observation.burnRate === null) return null;
  // A sum of project rates contains nothing beyond them.
  if (observation.rateOfProjects !== undefined) return null;
  const connectionHeads = heads.filter(
    (head) => getTargetConnection(head.target) === getTargetConnection(target),
  );
  if (connectionHeads.some((head) => head.observation === null || head.failedPolls > 0)) return null;
  const projects = connectionHeads.filter((head) => accountOf.get(head.target) === target);
  const rates = projects.flatMap((head) =>
    head.observation === null ? [] : (computeBurnRate(head.observation) ?? []),
  );
  const unpriced = lessPrice(observation.burnRate, sumPrices(rates));
  return unpriced.gte('0.01') ? unpriced : null;
}

function sumProjectStatuses(projects: readonly TargetStatus[], unpriced: HourlyPrice): Status['whole'] {
  const reports = projects.flatMap(({ month }) => month.reported ?? []);
  const accruals = projects.flatMap(({ month }) => month.accrued ?? []);
  const spent = projects.flatMap(({ month }) => getKnownSpend(month) ?? []);
  const until = findEarliest(reports.map((report) => report.until));
  const since = findEarliest(accruals.map((accrual) => accrual.since));
  const burnRate = sumPrices(projects.flatMap(({ burnRate }) => burnRate ?? []));
  return {
    month: {
      reported: until === null ? null : { amount: sum(reports), until },
      toDate: spent.length === 0 ? null : sumMoney(spent),
      estimated: sumMoney(projects.map(({ month }) => month.estimated)),
      accrued: since === null ? null : { amount: sum(accruals), since },
      coverage: computeLeastCoverage(projects.flatMap(({ month }) => month.coverage ?? [])),
    },
    burnRate,
    fullRate: unpriced.isZero() ? null : sumPrices([burnRate, unpriced]),
    estimatedRate: sumPrices(projects.map(({ estimatedRate }) => estimatedRate)),
    firing: projects.reduce((total, { firing }) => total + firing, 0),
    projects: projects.length,
    withoutFigures: projects.filter(({ seenAt }) => seenAt === null).length,
    reporting: reports.length,
  };
}

const sum = (figures: readonly { readonly amount: Money }[]): Money =>
  sumMoney(figures.map(({ amount }) => amount));

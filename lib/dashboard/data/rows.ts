/** The rows of replies, made of views and their columns; the page knows the types alone. */

import { deletesAllAtZero, getCloudProfile } from '../../clouds/profiles.ts';
import { getGivenName } from '../../model/facts/resource.ts';
import { endInWords } from '../../model/facts/resources-at-risk.ts';
import { groupByKey } from '../../model/grouped-by.ts';
import { comparePrices, free } from '../../model/money/money.ts';
import { lossIsNear } from '../../model/rules/loss.ts';
import { shownName, subjectParts } from '../../model/subject.ts';
import type { BudgetPeriod } from '../../model/time/budget-period.ts';
import type { Instant } from '../../model/time/time.ts';
import { actionText } from '../../notify/parts/action-text.ts';
import { kindInWords } from '../../notify/parts/subject-in-words.ts';
import type { AlertView } from '../../views/alerts.ts';
import type { BudgetView } from '../../views/budgets.ts';
import { budgetColumns } from '../../views/columns/budget-columns.ts';
import { createCellFormatter, type ReportMoment } from '../../views/columns/column.ts';
import { targetColumns } from '../../views/columns/status-columns.ts';
import { vmColumns } from '../../views/columns/vm-columns.ts';
import { harmInWords } from '../../views/harm.ts';
import { computes, type ResourceView } from '../../views/inventory.ts';
import { decideRemark } from '../../views/remark-on-resource.ts';
import { isOutOfCredit, runwayInWords } from '../../views/runway.ts';
import type { Spare } from '../../views/spare.ts';
import type { TargetStatus } from '../../views/status.ts';
import { stateNames, type WaitingAction } from '../../views/waiting.ts';
import { figureTowards, forecastFigures, moneyFigure, priceFigure } from './figures.ts';

/** An alert as a row of the dashboard. */
export type AlertRow = ReturnType<typeof alertRow>;
export function alertRow({ alert, name, state, silencedBecause, harm }: AlertView) {
  const { key, rule, kind, subject, severity, since, lastNotified } = alert;
  const { lead, reason } = leadOf(alert, harm);
  return {
    ...{
      key,
      rule,
      kind,
      subject,
      name: name ?? null,
      severity,
      state,
      since,
      lead,
      reason,
      silencedBecause,
    },
    lastNotified: lastNotified && { at: lastNotified.at, times: lastNotified.times },
    isDataLoss: harm.loss !== null,
  };
}

/**
 * Returns the first line of an alert and its reason: what is lost or charged while it lasts leads, but where the alert is
 * about the spend of a whole target, its own figures do.
 */
function leadOf({ subject, because }: AlertView['alert'], harm: AlertView['harm']) {
  const isOfResource = subjectParts(subject).resource !== null;
  const stake = harmInWords(isOfResource ? harm : { ...harm, rate: null });
  if (stake !== '') return { lead: stake, reason: because };
  const end = because.search(/[:;] /);
  return end === -1
    ? { lead: because, reason: '' }
    : { lead: because.slice(0, end), reason: because.slice(end + 2) };
}

/** A planned action on a resource, or one under way. */
export type ActionRow = ReturnType<typeof actionRow>;
export const actionRow = ({ target: _, name, ...waiting }: WaitingAction) => ({
  ...waiting,
  name: name ?? null,
  id: `${waiting.rule}#${waiting.subject}#${waiting.action}#${waiting.announcement ?? waiting.state}`,
  /** The action as a participle, such as "stopped". */
  request: actionText[waiting.action].toBe,
  stateName: stateNames[waiting.state],
});

/** The spend in a budget's period, and its limit. */
export type BudgetRow = ReturnType<ReturnType<typeof budgetRows>>;
export const budgetRows = (reading: ReportMoment) => (budget: BudgetView) => {
  const { rule, subject, interval, spent, estimated, limit, forecast, thresholds, because, isForecastOver } =
    budget;
  return {
    ...{ rule, subject, ...interval, thresholds, because, isForecastOver },
    severity: budget.tone,
    percent: createCellFormatter(budgetColumns, budget, reading)('percent'),
    period: periodInWords(budget.period),
    spent: spent && figureTowards(spent, estimated, limit),
    limit: moneyFigure(limit),
    forecast: forecast && forecastFigures(forecast),
  };
};

const periodInWords = (period: BudgetPeriod): string =>
  period.kind === 'rolling' ? `last ${period.days} days` : `this ${period.kind}`;

export type AccountRow = ReturnType<typeof accountRow>;
export function accountRow(
  { target, cloud, accountState, burnRate, runway, faults }: TargetStatus,
  now: Instant,
) {
  const figures = runway?.figures ?? null;
  const counts = figures !== null && figures.recharge !== 'counted';
  const left = counts ? figures.left : null;
  const isCritical = faults.length > 0 || (left !== null && left <= lossIsNear);
  return {
    subject: target.id,
    state: accountState ?? 'no data',
    /** The current credit: an estimate if `reported` holds an earlier report of the platform. */
    credit: figures && moneyFigure(figures.credit),
    reported:
      figures === null || figures.reported.amount.eq(figures.credit)
        ? null
        : { credit: moneyFigure(figures.reported.amount), at: figures.reported.at },
    /** The platform's action at zero credit, in words; empty without figures. */
    atZero:
      figures === null
        ? ''
        : endInWords(figures.atRisk, deletesAllAtZero(getCloudProfile(cloud)), getCloudProfile(cloud)?.words),
    burn: burnRate && priceFigure(burnRate),
    runway: runwayInWords(runway, now),
    isOut: runway !== null && isOutOfCredit(runway, now),
    emptyAt: counts ? figures.emptyAt : null,
    faults,
    /** The reason for its runway. */
    note: runway?.because ?? '',
    severity: isCritical ? ('critical' as const) : runway?.isKnown === false ? ('warning' as const) : null,
  };
}

/** The number of unused resources, and what they cost. */
export type SpareRow = ReturnType<typeof spareRow>;
export const spareRow = ({ idle, waste, rate, estimated, unpriced }: Spare) => ({
  idle: { count: idle.count, what: idle.what },
  waste: { count: waste.count, what: waste.what },
  rate: priceFigure(rate, estimated),
  unpriced,
});

export type ResourceRow = ReturnType<ReturnType<typeof resourceRows>>;
export const resourceRows = (reading: ReportMoment) => (row: ResourceView) => {
  const { resource, target, cloud, subject, alert } = row;
  const { kind, id, state, activity } = resource;
  const text = createCellFormatter(vmColumns, row, reading);
  return {
    ...{ subject, project: shownName(target), kind, id, state, activity },
    name: getGivenName(resource) ?? null,
    /** Its kind as its cloud calls it, such as "pod". */
    word: kindInWords(kind, getCloudProfile(cloud)),
    price: text('usdAnHour'),
    size: text('size'),
    remark: decideRemark(row, reading.now),
    severity: alert?.severity ?? null,
    /** True if it has GPUs, so that its CPU does not show whether it is in use. */
    hasGpus: resource.gpus > 0,
  };
};

export type ProjectRow = ReturnType<typeof projectRows>[number];
/** Lists projects by burn rate, the highest first. */
export function projectRows(
  projects: readonly TargetStatus[],
  fleet: readonly ResourceView[],
  reading: ReportMoment,
) {
  const machines = groupByKey(fleet.filter(computes), ({ target }) => target);
  return projects
    .toSorted((left, right) => comparePrices(right.burnRate ?? free, left.burnRate ?? free))
    .map((status) => {
      const own = machines.get(status.target.id) ?? [];
      const text = createCellFormatter(targetColumns, status, reading);
      return {
        subject: status.target.id,
        name: shownName(status.target.id),
        burn: text('burnRate'),
        month: text('toDate'),
        running: own.filter(({ resource }) => resource.activity === 'running').length,
        idle: own.filter(({ idleSince }) => idleSince !== null).length,
        alerts: status.firing,
      };
    });
}

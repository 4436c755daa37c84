import { inWords } from '../../jobs/overrides/override-text.ts';
import { atRiskInWords } from '../../model/facts/resources-at-risk.ts';
import { lossIsNear } from '../../model/rules/loss.ts';
import type { BudgetPeriod } from '../../model/time/budget-period.ts';
import type { Instant } from '../../model/time/time.ts';
import { actionText } from '../../notify/parts/action-text.ts';
import type { Override } from '../../state/override.ts';
import type { AlertView } from '../../views/alerts.ts';
import type { BudgetView } from '../../views/budgets.ts';
import { harmInWords } from '../../views/harm.ts';
import { isOutOfCredit, runwayInWords } from '../../views/runway.ts';
import type { TargetStatus } from '../../views/status.ts';
import type { Waiting } from '../../views/waiting.ts';
import { stateNames } from '../../views/waiting-in-words.ts';
import type { AccountRow, ActionRow, AlertRow, BudgetRow, OverrideRow } from '../reply-rows.ts';
import { forecastFigures, moneyFigure, priceFigure } from './figures.ts';

export function alertRow({ alert, state, silencedBecause, harm }: AlertView): AlertRow {
  const { key, rule, kind, subject, severity, since, because, lastNotified } = alert;
  return {
    ...{ key, rule, kind, subject, severity, state, since, because, silencedBecause },
    lastNotified: lastNotified && { at: lastNotified.at, times: lastNotified.times },
    stake: harmInWords(harm),
    isDataLoss: harm.loss !== null,
  };
}

export const actionRow = ({ target: _, ...waiting }: Waiting): ActionRow => ({
  ...waiting,
  id: `${waiting.rule}#${waiting.subject}#${waiting.action}#${waiting.announcement ?? waiting.state}`,
  request: actionText[waiting.action].toBe,
  stateName: stateNames[waiting.state],
});

export function overrideRow(override: Override): OverrideRow {
  const { id, kind, author, reason, at, until } = override;
  return { id, kind, author, reason, at, until, about: inWords(override) };
}

export const budgetRow = (budget: BudgetView): BudgetRow => ({
  rule: budget.rule,
  subject: budget.subject,
  period: periodInWords(budget.period),
  from: budget.interval.from,
  until: budget.interval.until,
  spent: budget.spent && moneyFigure(budget.spent),
  limit: moneyFigure(budget.limit),
  percent: budget.percent,
  forecast: budget.forecast && forecastFigures(budget.forecast),
  marks: budget.thresholds,
  because: budget.because,
  severity: budget.tone,
  isForecastOver: budget.isForecastOver,
});

const periodInWords = (period: BudgetPeriod): string =>
  period.kind === 'rolling' ? `last ${period.days} days` : `this ${period.kind}`;

export function accountRow(
  { target, accountState, burnRate, runway, faults }: TargetStatus,
  now: Instant,
): AccountRow {
  const figures = runway?.figures ?? null;
  const counts = figures !== null && figures.recharge !== 'counted';
  const left = counts ? figures.left : null;
  return {
    subject: target.id,
    state: accountState ?? 'no data',
    credit: figures && moneyFigure(figures.credit),
    reported:
      figures === null || figures.reported.amount.eq(figures.credit)
        ? null
        : { credit: moneyFigure(figures.reported.amount), at: figures.reported.at },
    atRisk: (figures && atRiskInWords(figures.atRisk)) ?? 'all resources',
    burn: burnRate && priceFigure(burnRate),
    runway: runwayInWords(runway, now),
    isOut: runway !== null && isOutOfCredit(runway, now),
    emptyAt: counts ? figures.emptyAt : null,
    faults,
    note: runway?.because ?? '',
    severity:
      faults.length > 0 || (left !== null && left <= lossIsNear)
        ? 'critical'
        : runway?.isKnown === false
          ? 'warning'
          : null,
  };
}

import { type Instant, isoInstant } from '../../model/time/time.ts';
import type { BlindSpot } from '../../views/blind-spots.ts';
import type { Notice } from '../../views/condition.ts';
import type { MonthToDate, Status, TargetStatus } from '../../views/status.ts';
import { alertFields } from '../commands/alerts.ts';
import { budgetFields } from '../commands/budgets.ts';
import { asCsv, asJson, type Field, recordsOf } from './data-forms.ts';
import { waitingFields } from './waiting-lines.ts';

type Figures = Pick<TargetStatus, 'month' | 'burnRate'>;

const monthFields: readonly Field<Figures>[] = [
  { name: 'reported', value: ({ month }) => month.reported?.amount.toFixed() },
  { name: 'reportedUntil', value: ({ month }) => month.reported && isoInstant(month.reported.until) },
  { name: 'toDate', value: ({ month }) => month.toDate?.toFixed() },
  { name: 'accrued', value: ({ month }) => month.accrued?.amount.toFixed() },
  { name: 'accruedSince', value: ({ month }) => sinceOf(month) },
  { name: 'burnRate', value: ({ burnRate }) => burnRate?.toFixed() },
];

const sinceOf = ({ accrued }: MonthToDate) => accrued && isoInstant(accrued.since);

const targetFields: readonly Field<TargetStatus>[] = [
  { name: 'target', value: ({ target }) => target.id },
  ...monthFields,
  { name: 'credit', value: ({ runway }) => runway?.figures?.credit.toFixed() },
  { name: 'creditLastsSeconds', value: ({ runway }) => runway?.figures?.left && runway.figures.left / 1_000 },
  { name: 'recharge', value: ({ runway }) => runway?.figures?.recharge },
  { name: 'accountState', value: ({ accountState }) => accountState },
  { name: 'owed', value: ({ owed }) => (owed.length === 0 ? null : owed.join('; ')) },
  { name: 'firing', value: ({ firing }) => firing },
  { name: 'seenAt', value: ({ seenAt }) => seenAt && isoInstant(seenAt) },
];

const spotFields: readonly Field<BlindSpot>[] = [
  { name: 'target', value: ({ target }) => target },
  { name: 'part', value: ({ part }) => part },
  { name: 'since', value: ({ since }) => since && isoInstant(since) },
  { name: 'fault', value: ({ fault }) => fault },
  { name: 'because', value: ({ because }) => because },
];

const noticeFields: readonly Field<Notice>[] = [
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'severity', value: ({ severity }) => severity },
  { name: 'since', value: ({ since }) => since && isoInstant(since) },
  { name: 'says', value: ({ says }) => says },
];

/** Returns the whole status as one JSON document. */
export function statusJson(status: Status, now: Instant): string {
  const { targets, whole, budgets, alerts, waiting, blindSpots, condition } = status;
  const { projects, reporting, firing } = whole;
  return asJson({
    asOf: isoInstant(now),
    seenAt: condition.seenAt && isoInstant(condition.seenAt),
    blindBecause: condition.blindBecause,
    notices: recordsOf(condition.notices, noticeFields),
    currency: 'USD',
    whole: { ...recordsOf([whole], monthFields)[0], projects, reporting, firing },
    targets: recordsOf(targets, targetFields),
    budgets: recordsOf(budgets, budgetFields),
    alerts: recordsOf(alerts, alertFields),
    waiting: recordsOf(waiting, waitingFields),
    blindSpots: recordsOf(blindSpots, spotFields),
  });
}

/** Returns the targets as CSV, which has only one kind of row. */
export const statusCsv = ({ targets }: Status): string => asCsv(targets, targetFields);

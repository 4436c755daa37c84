import { type Instant, isoInstant } from '../../model/time/time.ts';
import type { BlindSpot } from '../../views/blind-spots.ts';
import type { Notice } from '../../views/condition/notice.ts';
import type { Spare } from '../../views/spare.ts';
import { type MonthToDate, type Status, statusOf, type TargetStatus } from '../../views/status.ts';
import { exitCodes } from '../process.ts';
import { asCsv, asJson, type Field, ownFields, recordsOf } from '../tables/data-forms.ts';
import { statusLines } from '../tables/status-text.ts';
import { waitingFields } from '../tables/waiting-lines.ts';
import { alertFields, isPressing } from './alerts.ts';
import { budgetFields } from './budgets.ts';
import { readingCommand } from './reading-command.ts';

type StatusFlags = { readonly check?: true };

/** `spendwatch status`: an overview of spend, alerts, pending actions and blind spots. */
export const addStatus = readingCommand<StatusFlags>({
  name: 'status',
  summary: 'show spend, burn rate, alerts, pending actions and blind spots',
  options: (command) => command.option('--check', 'report by the exit code whether attention is needed'),
  examples: [
    'status',
    'status --check > /dev/null || echo attention',
    "status --json | jq -r '.whole.burnRate'",
  ],
  exits:
    '0 success, with --check 1 data is about to be lost, a warning or critical alert is firing, or an action needs approval, 3 also:\nsomething cannot be polled, a poll is overdue, the policy file is not in force, or spendwatch cannot act',
  showsNotices: true,
  read: async ({ heads, ...context }, { check }) => {
    const status = statusOf(heads, context);
    return {
      report: {
        text: (paper) => statusLines(status, paper),
        json: () => statusJson(status, context.now),
        csv: () => statusCsv(status),
      },
      code: check ? codeOf(status) : exitCodes.fine,
    };
  },
});

const blinding: readonly Notice['kind'][] = ['blind', 'policy', 'key', 'unread'];

function codeOf({ alerts, waiting, blindSpots, condition }: Status): number {
  const isBlind = condition.notices.some(({ kind }) => blinding.includes(kind));
  if (isBlind || blindSpots.some(({ fault }) => fault === 'sight')) return exitCodes.blind;
  const isLost = condition.notices.some(({ kind }) => kind === 'loss');
  const isAsked = waiting.some(({ state }) => state === 'waits-for-approval');
  return isLost || isAsked || alerts.some(isPressing) ? exitCodes.news : exitCodes.fine;
}

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

const spareFields: readonly Field<Spare>[] = [
  { name: 'idleAndWaste', value: ({ rate }) => rate.toFixed() },
  { name: 'idle', value: ({ idle }) => idle.rate.toFixed() },
  { name: 'waste', value: ({ waste }) => waste.rate.toFixed() },
  { name: 'endedByDeletion', value: ({ ends }) => ends.toFixed() },
];

const targetFields: readonly Field<TargetStatus>[] = [
  { name: 'target', value: ({ target }) => target.id },
  ...monthFields,
  { name: 'credit', value: ({ runway }) => runway?.figures?.credit.toFixed() },
  { name: 'creditLastsSeconds', value: ({ runway }) => runway?.figures?.left && runway.figures.left / 1_000 },
  { name: 'recharge', value: ({ runway }) => runway?.figures?.recharge },
  { name: 'accountState', value: ({ accountState }) => accountState },
  { name: 'faults', value: ({ faults }) => (faults.length === 0 ? null : faults.join('; ')) },
  { name: 'firing', value: ({ firing }) => firing },
  { name: 'seenAt', value: ({ seenAt }) => seenAt && isoInstant(seenAt) },
];

const spotFields: readonly Field<BlindSpot>[] = [
  ...ownFields('target', 'part'),
  { name: 'since', value: ({ since }) => since && isoInstant(since) },
  ...ownFields('fault', 'because'),
];

const noticeFields: readonly Field<Notice>[] = [
  ...ownFields('kind', 'severity'),
  { name: 'since', value: ({ since }) => since && isoInstant(since) },
  { name: 'says', value: ({ says }) => says },
];

/** Returns the whole status as one JSON document. */
function statusJson(status: Status, now: Instant): string {
  const { targets, whole, spare, budgets, alerts, waiting, blindSpots, condition } = status;
  const { projects, reporting, firing } = whole;
  return asJson({
    asOf: isoInstant(now),
    seenAt: condition.seenAt && isoInstant(condition.seenAt),
    blindBecause: condition.blindBecause,
    notices: recordsOf(condition.notices, noticeFields),
    currency: 'USD',
    whole: {
      ...recordsOf([whole], monthFields)[0],
      projects,
      reporting,
      firing,
      ...recordsOf([spare], spareFields)[0],
    },
    targets: recordsOf(targets, targetFields),
    budgets: recordsOf(budgets, budgetFields),
    alerts: recordsOf(alerts, alertFields),
    waiting: recordsOf(waiting, waitingFields),
    blindSpots: recordsOf(blindSpots, spotFields),
  });
}

/** Returns the targets as CSV, which has only one kind of row. */
const statusCsv = ({ targets }: Status): string => asCsv(targets, targetFields);

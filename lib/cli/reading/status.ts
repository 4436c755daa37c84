import { type Instant, isoInstant } from '../../model/time/time.ts';
import { waitingColumns } from '../../views/columns/action-columns.ts';
import { alertColumns } from '../../views/columns/alert-columns.ts';
import { budgetColumns } from '../../views/columns/budget-columns.ts';
import { buildRowRecords } from '../../views/columns/column.ts';
import {
  blindSpotColumns,
  monthColumns,
  noticeColumns,
  targetColumns,
} from '../../views/columns/status-columns.ts';
import type { Notice } from '../../views/condition/notice.ts';
import { buildStatus, type Status } from '../../views/status.ts';
import { exitCodes } from '../process.ts';
import { asCsv, asJson } from '../tables/data-forms.ts';
import { statusLines } from '../tables/status-text.ts';
import { isPressing } from './alerts.ts';
import { readingCommand } from './reading-command.ts';

type StatusFlags = { readonly check?: true };

/** `spendwatch status`: an overview of spend, alerts, pending actions and blind spots. */
export const addStatus = readingCommand<StatusFlags>({
  name: 'status',
  summary: 'show spend, burn rate, alerts, pending actions and blind spots',
  options: (command) => command.option('--check', 'exit with 1 or 3 if attention is needed'),
  examples: [
    'status',
    'status --check > /dev/null || echo attention',
    "status --json | jq -r '.whole.burnRate'",
  ],
  exits:
    '0 success, with --check 1 data is about to be lost, a warning or critical alert is firing, or an action needs approval, 3 also:\nsomething cannot be polled, a poll is overdue, the policy file is not in force, or spendwatch cannot act',
  showsNotices: true,
  read: async ({ heads, ...context }, { check }) => {
    const status = buildStatus(heads, context);
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

/** Returns the whole status as one JSON document. */
function statusJson(status: Status, now: Instant): string {
  const { targets, whole, spare, budgets, alerts, waiting, blindSpots, condition } = status;
  const { projects, reporting, firing } = whole;
  return asJson({
    asOf: isoInstant(now),
    seenAt: condition.seenAt && isoInstant(condition.seenAt),
    blindBecause: condition.blindBecause,
    notices: buildRowRecords(condition.notices, noticeColumns),
    currency: 'USD',
    whole: {
      ...buildRowRecords([whole], monthColumns)[0],
      projects,
      reporting,
      firing,
      idleAndWaste: spare.rate.toFixed(),
      idle: spare.idle.rate.toFixed(),
      waste: spare.waste.rate.toFixed(),
      endedByDeletion: spare.ends.toFixed(),
    },
    targets: buildRowRecords(targets, targetColumns),
    budgets: buildRowRecords(budgets, budgetColumns),
    alerts: buildRowRecords(alerts, alertColumns),
    waiting: buildRowRecords(waiting, waitingColumns),
    blindSpots: buildRowRecords(blindSpots, blindSpotColumns),
  });
}

/** Returns the targets as CSV, which has only one kind of row. */
const statusCsv = ({ targets }: Status): string => asCsv(targets, targetColumns);

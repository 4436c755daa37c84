import { coverageInWords, isWhole } from '../../model/money/coverage.ts';
import { amountInWords, rateInWords } from '../../model/money/estimate.ts';
import { moneyInWords, priceInWords } from '../../model/money/money.ts';
import { lossIsNear } from '../../model/rules/loss.ts';
import { shownName } from '../../model/subject.ts';
import { formatZonedMinute } from '../../model/time/local-times.ts';
import { relativeTime } from '../../model/time/relative-time.ts';
import type { BlindSpot } from '../../views/blind-spots.ts';
import { waitingTable } from '../../views/columns/action-columns.ts';
import { type BlindSpotRow, blindSpotColumns, targetTable } from '../../views/columns/status-columns.ts';
import type { Notice } from '../../views/condition/notice.ts';
import { isOutOfCredit } from '../../views/runway.ts';
import { spareInWords } from '../../views/spare.ts';
import { getKnownSpend, type Status, type TargetStatus } from '../../views/status.ts';
import { paintSeverity } from '../names.ts';
import { alertLines } from '../reading/alerts.ts';
import { budgetLines } from '../reading/budgets.ts';
import type { Paper } from '../reading/report.ts';
import { cut, wrap } from './cut.ts';
import { tableLines } from './table.ts';

/** The maximum number of rows of a section; the command of the section shows the rest. */
const mostRows = 5;

/** Returns the status: the worst and most expensive rows of each section, and the number of others. */
export function statusLines(status: Status, paper: Paper): string[] {
  if (status.targets.length === 0)
    return [
      ...noticeLines(status.condition.notices, paper),
      'No data yet: run `spendwatch once` or `spendwatch run`.',
    ];
  const { alerts, budgets, waiting, blindSpots } = status;
  const live = alerts.filter(({ state }) => state !== 'resolved' && state !== 'pending');
  return [
    ...heading(status, paper),
    ...creditLines(status, paper),
    ...section('TARGETS', dearest(status.targets), 'status --json', paper, (rows) =>
      tableLines(rows, targetTable, paper),
    ),
    ...section('BUDGETS', budgets, 'budgets', paper, (rows) => budgetLines(rows, paper)),
    ...section('ALERTS', live, 'alerts', paper, (rows) => alertLines(rows, paper), 'No active alerts.'),
    ...section('PENDING ACTIONS', waiting, 'actions', paper, (rows) => tableLines(rows, waitingTable, paper)),
    ...section('BLIND SPOTS', alikeIn(blindSpots), 'doctor', paper, (rows) =>
      tableLines(rows, Object.values(blindSpotColumns), paper),
    ),
  ];
}

function heading({ whole, spare, condition }: Status, paper: Paper): string[] {
  const { width, colors, now, zone } = paper;
  const { seenAt, blindBecause, notices } = condition;
  const age = seenAt === null ? 'never polled' : `last successful poll ${relativeTime(seenAt, now)}`;
  const time = wrap(`${formatZonedMinute(now, zone)}, ${age}.`, width);
  const spent = getKnownSpend(whole.month);
  const { coverage } = whole.month;
  const covered = coverage === null || isWhole(coverage) ? '' : `, ${coverageInWords(coverage)}`;
  const sum =
    spent === null ? 'Spend unknown' : `${amountInWords(spent, whole.month.estimated)} this month${covered}`;
  const full =
    whole.fullRate === null ? '' : ` (${priceInWords(whole.fullRate)} with resources that show no price)`;
  return [
    ...time.map(blindBecause === null ? colors.dim : colors.red),
    ...noticeLines(notices, paper),
    ...wrap(`${sum}, ${rateInWords(whole.burnRate, whole.estimatedRate)} now${full}.`, width).map(
      colors.bold,
    ),
    ...wrap(reportedInWords(whole, now), width).map(colors.dim),
    ...wrap(spareInWords(spare) ?? 'No known idle or wasted resources.', width).map(colors.dim),
    ...(whole.withoutFigures === 0 ? [] : wrap(incompleteInWords(whole), width).map(colors.yellow)),
  ];
}

const incompleteInWords = ({ withoutFigures, projects }: Status['whole']): string =>
  `${withoutFigures} of ${projects} projects have no figures and are not included in these totals.`;

function reportedInWords({ month, projects, reporting }: Status['whole'], now: Paper['now']): string {
  if (month.reported === null) {
    const since = month.accrued === null ? '' : ` (counting began ${relativeTime(month.accrued.since, now)})`;
    return `The platform has not reported spend yet; all of it is accrued${since}.`;
  }
  const { amount, until } = month.reported;
  const by = reporting < projects ? ` for ${reporting} of ${projects} projects` : '';
  return `Reported by the platform${by}: ${moneyInWords(amount)}, up to ${relativeTime(until, now)}; the rest is accrued.`;
}

/** Returns the credit of accounts, which comes before budgets: without credit resources may be deleted. */
function creditLines({ targets }: Status, { width, colors, now }: Paper): string[] {
  return targets.flatMap(({ target, runway, faults }) => {
    if (target.kind !== 'account') return [];
    const state = faults
      .flatMap((words) => wrap(`Account ${shownName(target.id)}: ${words}.`, width))
      .map(colors.red);
    if (runway === null) return state;
    const { figures, isKnown, nextInvoice, because } = runway;
    const left = figures === null || figures.recharge === 'counted' ? null : figures.left;
    if (left === null && isKnown && nextInvoice === null) return state;
    const isCalm = left === null ? isKnown : left > lossIsNear;
    const paint = isCalm ? colors.dim : left === null ? colors.yellow : colors.red;
    // The estimate dates from the last poll, and spending has continued since.
    const isUsedUp = left !== null && left > 0 && isOutOfCredit(runway, now);
    const end = isUsedUp ? ' By this estimate, the credit is already used up.' : '';
    const words = `Account ${shownName(target.id)}: ${isKnown ? '' : 'runway unknown: '}${because}.${end}`;
    return [...state, ...wrap(words, width).map(paint)];
  });
}

const order = { account: 0, group: 1, project: 2 } as const;

/** Sorts accounts first, then groups, then projects by burn rate. */
const dearest = (targets: readonly TargetStatus[]): readonly TargetStatus[] =>
  targets.toSorted(
    (left, right) =>
      order[left.target.kind] - order[right.target.kind] ||
      (right.burnRate?.toNumber() ?? -1) - (left.burnRate?.toNumber() ?? -1),
  );

function section<Row>(
  title: string,
  rows: readonly Row[],
  command: string,
  { colors, width }: Paper,
  lines: (rows: readonly Row[]) => readonly string[],
  none?: string,
): string[] {
  if (rows.length === 0) return none === undefined ? [] : ['', colors.green(none)];
  const firstRows = rows.slice(0, mostRows);
  const more = rows.length - firstRows.length;
  const rest = more === 0 ? [] : [colors.dim(cut(`and ${more} more: spendwatch ${command}`, width))];
  return ['', colors.bold(title), ...lines(firstRows), ...rest];
}

/** Returns the notices, which come before all figures: why these are incomplete, or no actions are taken. */
const noticeLines = (
  notices: readonly Notice[],
  { width, colors }: Pick<Paper, 'width' | 'colors'>,
): string[] =>
  notices.flatMap(({ says, severity }) => wrap(says, width).map(paintSeverity(severity, colors)));

/** Returns the rows of blind spots; a gap that many targets share is one row. */
function alikeIn(spots: readonly BlindSpot[]): readonly BlindSpotRow[] {
  const alike = new Map<string, BlindSpotRow>();
  for (const spot of spots) {
    const { target, subject, part, fault } = spot;
    const key = fault === 'platform' ? `${part}` : `${target} ${part} ${subject ?? ''}`;
    const row = alike.get(key);
    alike.set(key, row === undefined ? spot : { ...row, shared: (row.shared ?? 1) + 1 });
  }
  return [...alike.values()];
}

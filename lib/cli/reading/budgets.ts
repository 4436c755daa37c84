import { assertNever } from '../../model/assert-never.ts';
import type { BudgetPeriod } from '../../model/time/budget-period.ts';
import { localDate, localMinute } from '../../model/time/period.ts';
import { relativeTime } from '../../model/time/relative-time.ts';
import { isoInstant } from '../../model/time/time.ts';
import { bar } from '../../service/marks.ts';
import { type BudgetView, budgetsOf } from '../../views/budgets.ts';
import { fitting, paintSeverity, shortName } from '../names.ts';
import { exitCodes } from '../process.ts';
import { type Field, ownFields } from '../tables/data-forms.ts';
import { dollars, wholeDollars } from '../tables/dollars.ts';
import { type Column, tableLines } from '../tables/table.ts';
import { readingCommand } from './reading-command.ts';
import { listReport, type Paper } from './report.ts';

type BudgetsFlags = { readonly project?: string; readonly check?: true };

/** `spendwatch budgets`: each budget with its spend, limit and forecast. */
export const addBudgets = readingCommand<BudgetsFlags>({
  name: 'budgets',
  summary: 'list budgets with spend, limit and forecast, worst first',
  options: (command) =>
    command
      .option('--project <glob>', 'only these projects')
      .option('--check', 'exit with 1 if a budget has reached its limit'),
  examples: ['budgets', "budgets --project 'research-*' --json", 'budgets --check || echo over'],
  exits: '0 success, 1 with --check: a budget has reached its limit',
  read: async ({ heads, ...context }, { project, check }) => {
    const all = budgetsOf(heads, context);
    const projects = fitting(
      '--project',
      project,
      all.map(({ subject }) => shortName(subject)),
    );
    const budgets =
      project === undefined ? all : all.filter(({ subject }) => projects.has(shortName(subject)));
    const isOver = budgets.some(({ percent }) => percent !== null && percent >= 100);
    return {
      report: listReport('budgets', budgets, budgetFields, context.now, (paper) =>
        budgetLines(budgets, paper),
      ),
      code: check && isOver ? exitCodes.news : exitCodes.fine,
    };
  },
});

/** Returns the table of budgets, or a sentence where there are none. */
export function budgetLines(budgets: readonly BudgetView[], paper: Paper): string[] {
  if (budgets.length === 0) return ['No budgets: the policy sets none for a known project or account.'];
  return tableLines(budgets, budgetColumns(paper), paper);
}

const barWidth = 12;

export const budgetColumns = ({ now, zone }: Paper): Column<BudgetView>[] => [
  { title: 'BUDGET', cell: ({ rule }) => rule, least: 15 },
  { title: 'SUBJECT', cell: ({ subject }) => shortName(subject), least: 8 },
  {
    title: '',
    cell: ({ percent, thresholds }) =>
      percent === null
        ? ''
        : bar(
            percent / 100,
            barWidth,
            thresholds.map((step) => step / 100),
          ),
    rank: 3,
    paint: ({ tone }, colors) => paintSeverity(tone, colors),
  },
  {
    title: '%',
    cell: ({ percent }) => (percent === null ? '?' : String(Math.floor(percent))),
    align: 'right',
    paint: ({ tone, verdict }, colors) =>
      verdict === 'unknown' ? colors.magenta : paintSeverity(tone, colors),
  },
  { title: 'SPENT USD', cell: ({ spent }) => (spent === null ? 'unknown' : dollars(spent)), align: 'right' },
  { title: 'LIMIT USD', cell: ({ limit }) => dollars(limit), align: 'right' },
  {
    title: 'FORECAST USD',
    cell: ({ forecast }) =>
      forecast === null
        ? ''
        : `${wholeDollars(forecast.likely)} (${wholeDollars(forecast.low)} to ${wholeDollars(forecast.high)})`,
    align: 'right',
    rank: 1,
    paint: ({ isForecastOver }, colors) => (isForecastOver ? colors.yellow : (text) => text),
  },
  { title: 'BASIS', cell: ({ basis }) => basis.replace('-', ' '), rank: 4 },
  { title: 'PERIOD', cell: ({ period }) => periodInWords(period), rank: 5 },
  { title: 'ENDS', cell: ({ period, interval }) => endInWords(period, interval.until, now, zone), rank: 2 },
  { title: 'AS OF', cell: ({ asOf }) => (asOf === null ? '' : relativeTime(asOf, now)), rank: 6 },
];

function periodInWords(period: BudgetPeriod): string {
  switch (period.kind) {
    case 'day':
    case 'week':
    case 'month':
      return period.kind;
    case 'rolling':
      return `${period.days} days`;
    default:
      return assertNever(period);
  }
}

function endInWords({ kind }: BudgetPeriod, until: Paper['now'], now: Paper['now'], zone: string): string {
  if (kind === 'rolling') return 'rolling';
  return kind === 'day'
    ? localMinute(until, zone).slice(-5)
    : `${localDate(until, zone)}, ${relativeTime(until, now)}`;
}

export const budgetFields: readonly Field<BudgetView>[] = [
  ...ownFields('rule', 'subject', 'verdict', 'severity', 'basis'),
  { name: 'spent', value: ({ spent }) => spent?.toFixed() },
  { name: 'limit', value: ({ limit }) => limit.toFixed() },
  { name: 'percent', value: ({ percent }) => percent },
  { name: 'forecastLow', value: ({ forecast }) => forecast?.low.toFixed() },
  { name: 'forecast', value: ({ forecast }) => forecast?.likely.toFixed() },
  { name: 'forecastHigh', value: ({ forecast }) => forecast?.high.toFixed() },
  { name: 'period', value: ({ period }) => periodInWords(period) },
  { name: 'from', value: ({ interval }) => isoInstant(interval.from) },
  { name: 'until', value: ({ interval }) => isoInstant(interval.until) },
  { name: 'asOf', value: ({ asOf }) => asOf && isoInstant(asOf) },
  { name: 'because', value: ({ because }) => because },
];

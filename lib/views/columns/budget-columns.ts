import { assertNever } from '../../model/assert-never.ts';
import { bar } from '../../model/bar.ts';
import { marked } from '../../model/money/estimate.ts';
import { noMoney } from '../../model/money/money.ts';
import type { BudgetPeriod } from '../../model/time/budget-period.ts';
import { localDate, localMinute } from '../../model/time/period.ts';
import { relativeTime } from '../../model/time/relative-time.ts';
import { isoInstant } from '../../model/time/time.ts';
import type { BudgetView } from '../budgets.ts';
import {
  type Columns,
  dollarsTowards,
  moneyColumn,
  type ReportMoment,
  selectColumns,
  severityTone,
  subjectColumn,
  timeColumn,
  wholeDollars,
} from './column.ts';

const barWidth = 12;

export const budgetColumns = {
  rule: { title: 'BUDGET', value: ({ rule }) => rule, least: 15 },
  subject: subjectColumn(({ subject }) => subject, 8),
  verdict: { value: ({ verdict }) => verdict },
  severity: { value: ({ severity }) => severity },
  basis: {
    title: 'BASIS',
    value: ({ basis }) => basis,
    text: ({ basis, resources }) => (resources === null ? basis.replace('-', ' ') : 'metered'),
    rank: 4,
  },
  /** True if it counts the metered cost of individual resources instead of all spend of its subject. */
  isOfResources: { value: ({ resources }) => resources !== null },
  spent: moneyColumn(({ spent }) => spent, {
    title: 'SPENT USD',
    text: ({ spent, estimated, limit }) =>
      spent === null ? 'unknown' : marked(dollarsTowards(spent, limit), estimated.gt(noMoney)),
  }),
  estimated: moneyColumn(({ estimated }) => estimated),
  limit: moneyColumn(({ limit }) => limit, { title: 'LIMIT USD' }),
  percent: {
    title: '%',
    value: ({ percent }) => percent,
    text: ({ percent }) => (percent === null ? '?' : String(Math.floor(percent))),
    align: 'right',
    tone: ({ tone, verdict }) => (verdict === 'unknown' ? 'unsure' : severityTone(tone)),
  },
  bar: {
    title: '',
    text: ({ percent, thresholds }) =>
      percent === null
        ? ''
        : bar(
            percent / 100,
            barWidth,
            thresholds.map((step) => step / 100),
          ),
    rank: 3,
    tone: ({ tone }) => severityTone(tone),
  },
  forecastLow: moneyColumn(({ forecast }) => forecast?.low),
  forecast: moneyColumn(({ forecast }) => forecast?.likely, {
    title: 'FORECAST USD',
    text: ({ forecast }) =>
      forecast === null
        ? ''
        : `${wholeDollars(forecast.likely)} (${wholeDollars(forecast.low)} to ${wholeDollars(forecast.high)})`,
    rank: 1,
    tone: ({ isForecastOver }) => (isForecastOver ? 'due' : 'plain'),
  }),
  forecastHigh: moneyColumn(({ forecast }) => forecast?.high),
  period: { title: 'PERIOD', value: ({ period }) => periodInWords(period), rank: 5 },
  from: { value: ({ interval }) => isoInstant(interval.from) },
  until: { title: 'ENDS', value: ({ interval }) => isoInstant(interval.until), text: endInWords, rank: 2 },
  asOf: timeColumn(({ asOf }) => asOf, { title: 'AS OF', rank: 6 }),
  because: { value: ({ because }) => because },
} satisfies Columns<BudgetView>;

/** The columns of a table of budgets. */
export const budgetTable = selectColumns(
  budgetColumns,
  ['rule', 'subject', 'bar', 'percent', 'spent', 'limit', 'forecast'],
  ['basis', 'period', 'until', 'asOf'],
);

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

function endInWords(
  { period: { kind }, interval: { until } }: BudgetView,
  { now, zone }: ReportMoment,
): string {
  if (kind === 'rolling') return 'rolling';
  return kind === 'day'
    ? localMinute(until, zone).slice(-5)
    : `${localDate(until, zone)}, ${relativeTime(until, now)}`;
}

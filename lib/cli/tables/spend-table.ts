import type { SpendAnswer } from '../../jobs/queries/spend-by.ts';
import { bar } from '../../model/bar.ts';
import { type ChargeWithEstimate, getEstimatedCharge } from '../../model/money/charged.ts';
import { type Charge, chargeToMoney, computeShare } from '../../model/money/money.ts';
import { sparkline } from '../../model/sparkline.ts';
import { type Interval, localMinute, type PeriodUnit } from '../../model/time/period.ts';
import { listPeriods } from '../../model/time/periods-in.ts';
import { type Instant, isoInstant } from '../../model/time/time.ts';
import { type Column, type Columns, moneyColumn } from '../../views/columns/column.ts';
import { groupSpendSeries, type SpendSeries } from '../../views/spend.ts';
import type { Paper } from '../reading/report.ts';
import { type AskedDimension, valueInWords } from './spend-dimensions.ts';
import { tableLines } from './table.ts';

const barWidth = 20;
type Row = SpendAnswer['rows'][number];

/** Returns the table of spend with shares of the total; over time as sparklines, or a row per period. */
export function spendTable(
  by: readonly AskedDimension[],
  interval: Interval,
  answer: SpendAnswer,
  paper: Paper,
): string[] {
  const place = by.findIndex(({ dimension }) => dimension.kind === 'period');
  const unit = unitOf(by[place]);
  if (unit === null) return tableLines(answer.rows, partColumns(by, answer), paper);
  const periods = listPeriods(unit, interval, paper.zone).map((period) => period.from);
  const others = by.toSpliced(place, 1);
  const series = groupSpendSeries(answer.rows, place, periods.map(isoInstant));
  if (others.length > 0) return tableLines(series, seriesColumns(others, answer, periods.length), paper);
  return overTime(series[0], periods, unit, paper);
}

const unitOf = (dimension: AskedDimension | undefined): PeriodUnit | null =>
  dimension?.dimension.kind === 'period' ? dimension.dimension.unit : null;

type Of = Pick<Row, 'values' | 'charge' | 'estimated'>;
const isGuessed = (row: ChargeWithEstimate): boolean => !getEstimatedCharge(row).isZero();

/** Returns the columns of the dimensions and of the spend, by their names in data. */
export const spendColumns = (by: readonly AskedDimension[]): Columns<Of> => ({
  ...Object.fromEntries(
    by.map((dimension, index): [string, Column<Of>] => [
      dimension.name,
      {
        title: dimension.title,
        value: ({ values }) => values[index],
        text: ({ values }) => valueInWords(dimension, values[index] ?? null),
        least: 8,
      },
    ]),
  ),
  usd: moneyColumn(({ charge }) => chargeToMoney(charge), { title: 'USD', isEstimate: isGuessed }),
  estimatedUsd: moneyColumn((row) => chargeToMoney(getEstimatedCharge(row))),
});

const share = ({ charge }: Pick<Row, 'charge'>, { total }: SpendAnswer): number =>
  computeShare(chargeToMoney(charge), chargeToMoney(total));

const partColumns = (by: readonly AskedDimension[], answer: SpendAnswer): Column<Row>[] => [
  ...Object.values(spendColumns(by)).filter(({ title }) => title !== undefined),
  { title: '%', text: (row) => (share(row, answer) * 100).toFixed(1), align: 'right', rank: 1 },
  {
    title: '',
    text: (row) => bar(share(row, answer), barWidth).replace(/·+$/, ''),
    rank: 2,
    tone: () => 'info',
  },
];

/** The maximum number of bars of a sparkline, to fit a terminal. */
const mostBars = 62;

const seriesColumns = (
  by: readonly AskedDimension[],
  answer: SpendAnswer,
  count: number,
): Column<SpendSeries>[] => [
  ...Object.values(spendColumns(by)).filter(({ title }) => title !== undefined),
  { title: '%', text: (row) => (share(row, answer) * 100).toFixed(1), align: 'right', rank: 2 },
  {
    title: count > mostBars ? `LAST ${mostBars}` : 'OVER TIME',
    text: ({ over }) => barsOf(over),
    rank: 1,
    tone: () => 'info',
  },
];

/** Draws a sparkline; unknown periods at the end are left out. */
const barsOf = (over: SpendSeries['over']): string =>
  sparkline(over.slice(-mostBars).map((part) => part && chargeToMoney(part.charge).toNumber())).trimEnd();

/** Returns a row for each period. */
function overTime(
  series: SpendSeries | undefined,
  periods: readonly Instant[],
  unit: PeriodUnit,
  paper: Paper,
): string[] {
  const over = series?.over ?? [];
  const most = over.reduce<Charge | null>(
    (highest, part) =>
      part !== null && (highest === null || part.charge.gt(highest)) ? part.charge : highest,
    null,
  );
  const rows = periods.map((period, index) => ({ period, part: over[index] ?? null }));
  const letters = { hour: 16, day: 10, month: 7 }[unit];
  const columns: Column<(typeof rows)[number]>[] = [
    {
      title: unit.toUpperCase(),
      text: ({ period }) => localMinute(period, paper.zone).slice(0, letters),
    },
    moneyColumn(({ part }) => part && chargeToMoney(part.charge), {
      title: 'USD',
      none: '-',
      isEstimate: ({ part }) => part !== null && isGuessed(part),
    }),
    {
      title: '',
      text: ({ part }) =>
        part === null || most === null
          ? ''
          : bar(computeShare(chargeToMoney(part.charge), chargeToMoney(most)), 40).replace(/·+$/, ''),
      rank: 1,
      tone: () => 'info',
    },
  ];
  return tableLines(rows, columns, paper);
}

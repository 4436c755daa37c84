import type { Subject } from '../../model/ids.ts';
import { marked } from '../../model/money/estimate.ts';
import {
  type HourlyPrice,
  type Money,
  moneyInWords,
  moneyTowards,
  priceInWords,
  wholeMoneyInWords,
} from '../../model/money/money.ts';
import type { Severity } from '../../model/severity.ts';
import { shortSubject } from '../../model/subject.ts';
import { localMinute } from '../../model/time/period.ts';
import { relativeTime } from '../../model/time/relative-time.ts';
import { type Instant, isoInstant } from '../../model/time/time.ts';

/** A value in data formats: money and prices as exact decimal text, times as RFC 3339. */
export type DataValue = string | number | boolean | null | undefined;

/** The time at which a report is read, and the IANA name of the zone in which its times are shown. */
export type ReportMoment = { readonly now: Instant; readonly zone: string };

/** The meaning of a cell's color. */
export type Tone = 'plain' | 'good' | 'info' | 'due' | 'critical' | 'unsure' | 'quiet' | 'strong';

/** The layout of a column in a table for people. */
type Layout = {
  readonly align?: 'left' | 'right';
  /** The minimum width before another column is dropped; without it cells are never cut. */
  readonly least?: number;
  /** Columns of a higher rank are dropped first; those of rank 0, the default, stay. */
  readonly rank?: number;
  /** When dropped, its cells move to separate lines under the row. */
  readonly under?: true;
};

/** A fact in the rows of a report, declared once for all formats. Its key is its name in data. */
export type Column<Row> = Layout & {
  /** Its title in a table for people; absent if it is in data only. */
  readonly title?: string;
  /** The fact in data; absent if it is for people only. */
  readonly value?: (row: Row) => DataValue;
  /** Returns the text of the fact, if that differs from its value. */
  readonly text?: (row: Row, reading: ReportMoment) => string;
  readonly tone?: (row: Row, reading: ReportMoment) => Tone;
};

/** The columns of a report by name, in their order in data. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

/** Returns the columns with these names, in this order. */
export const selectColumns = <Row, Name extends string>(
  columns: Readonly<Record<Name, Column<Row>>>,
  ...names: readonly (readonly Name[])[]
): readonly Column<Row>[] => names.flat().map((name) => columns[name]);

/** Returns the text of a column in a row. */
export const formatCell = <Row>({ text, value }: Column<Row>, row: Row, reading: ReportMoment): string =>
  text === undefined ? String(value?.(row) ?? '') : text(row, reading);

/** Returns the names of the columns with data, in order. */
export const listColumnNames = <Row>(columns: Columns<Row>): readonly string[] =>
  Object.entries(columns).flatMap(([name, { value }]) => (value === undefined ? [] : [name]));

/** Returns each row as a record of the columns with data, in order. */
export const buildRowRecords = <Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
): Readonly<Record<string, DataValue>>[] => {
  const names = listColumnNames(columns);
  return rows.map((row) =>
    Object.fromEntries(names.map((name) => [name, columns[name]?.value?.(row) ?? null])),
  );
};

/** Returns a function that returns the text of each fact of a row. */
export const createCellFormatter =
  <Row, Name extends string>(columns: Readonly<Record<Name, Column<Row>>>, row: Row, reading: ReportMoment) =>
  (name: Name): string =>
    formatCell(columns[name], row, reading);

export const severityTone = (severity: Severity | null): Tone =>
  severity === null ? 'good' : ({ info: 'info', warning: 'due', critical: 'critical' } as const)[severity];

type Fact<Row, Value> = (row: Row) => Value | null | undefined;

/** Returns a column of times. With a title, it shows texts such as "3 min ago". */
export const timeColumn = <Row>(
  of: Fact<Row, Instant>,
  { none = '', ...layout }: Column<Row> & { readonly none?: string } = {},
): Column<Row> => ({
  value: (row) => formatIsoInstant(of(row)),
  text: (row, { now }) => {
    const at = of(row);
    return at == null ? none : relativeTime(at, now);
  },
  ...layout,
});

const formatIsoInstant = (at: Instant | null | undefined): string | null =>
  at == null ? null : isoInstant(at);

/** Returns a column of times as local minutes, such as "2026-11-21 14:00". */
export const minuteColumn = <Row>(title: string, of: (row: Row) => Instant): Column<Row> => ({
  title,
  value: (row) => isoInstant(of(row)),
  text: (row, { zone }) => localMinute(of(row), zone),
});

/** Returns a column of subjects in short form, with the names of their resources. */
export const subjectColumn = <Row>(
  of: (row: Row) => Subject,
  least: number,
  nameOf: (row: Row) => string | undefined = () => undefined,
): Column<Row> => ({
  title: 'SUBJECT',
  value: of,
  text: (row) => shortSubject(of(row), nameOf(row)),
  least,
});

/** Returns a column of amounts in USD. */
export const moneyColumn = <Row>(of: Fact<Row, Money>, layout: FigureLayout<Row> = {}): Column<Row> =>
  figureColumn(of, dollars, layout);

/** Returns a column of hourly prices in USD. */
export const priceColumn = <Row>(of: Fact<Row, HourlyPrice>, layout: FigureLayout<Row> = {}): Column<Row> =>
  figureColumn(of, dollarsAnHour, { title: 'USD/h', ...layout });

type FigureLayout<Row> = Column<Row> & {
  readonly none?: string;
  /** Returns true if the figure is wholly or partly an estimate, and must be marked. */
  readonly isEstimate?: (row: Row) => boolean;
};

const figureColumn = <Row, Figure extends Money | HourlyPrice>(
  of: Fact<Row, Figure>,
  inWords: (figure: Figure) => string,
  { none = 'unknown', isEstimate = () => false, ...layout }: FigureLayout<Row>,
): Column<Row> => ({
  value: (row) => of(row)?.toFixed(),
  text: (row) => {
    const figure = of(row);
    return figure == null ? none : marked(inWords(figure), isEstimate(row));
  },
  align: 'right',
  ...layout,
});

/** The layout of a reason, which moves under its row if it does not fit beside it. */
export const asReason = { title: 'REASON', least: 50, rank: 9, under: true } as const;

/** Returns "1,234.50", for a column with the currency in its title. */
export const dollars = (amount: Money): string => moneyInWords(amount).replace(' USD', '');
/** Returns an amount that is compared with a limit. */
export const dollarsTowards = (amount: Money, limit: Money): string =>
  moneyTowards(amount, limit).replace(' USD', '');
/** Returns "1,234", for estimates. */
export const wholeDollars = (amount: Money): string => wholeMoneyInWords(amount).replace(' USD', '');
/** Returns "4.20", for a column with the unit USD/h in its title. */
const dollarsAnHour = (price: HourlyPrice): string => priceInWords(price).replace(' USD/h', '');

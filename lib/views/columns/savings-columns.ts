import { Subject } from '../../model/ids.ts';
import { marked } from '../../model/money/estimate.ts';
import { charge, chargeToMoney, type HourlyPrice } from '../../model/money/money.ts';
import { shortSubject } from '../../model/subject.ts';
import { localMinute } from '../../model/time/period.ts';
import { hours, isoInstant } from '../../model/time/time.ts';
import type { AvoidedCharge, RateFall, Savings, UnsavedStop } from '../savings.ts';
import {
  buildRowRecords,
  type Column,
  type Columns,
  type DataValue,
  dollars,
  listColumnNames,
  minuteColumn,
  moneyColumn,
  priceColumn,
  selectColumns,
  subjectColumn,
} from './column.ts';

/** Returns an hourly rate rounded to cents, like the amounts beside it. */
const hourInWords = (rate: HourlyPrice | null): string =>
  rate === null ? '?' : dollars(chargeToMoney(charge(rate, hours(1))));

const rateColumn = <Row>(
  of: (row: Row) => HourlyPrice | null,
  isEstimate: (row: Row) => boolean = () => false,
): Column<Row> =>
  priceColumn(of, { title: 'USD/H', text: (row) => marked(hourInWords(of(row)), isEstimate(row)) });

const nothing = { value: () => null };
const shared = {
  subject: {
    ...subjectColumn(
      ({ subject }) => subject,
      16,
      ({ name }) => name,
    ),
    title: 'RESOURCE',
  },
  rate: rateColumn(
    ({ price }) => price,
    ({ isEstimate }) => isEstimate,
  ),
  isEstimate: { value: ({ isEstimate }) => isEstimate },
  rule: { title: 'RULE', value: ({ rule }) => rule, least: 10, rank: 3 },
  by: { title: 'BY', value: ({ by }) => by, rank: 4 },
} satisfies Columns<AvoidedCharge | UnsavedStop>;

/** Charges that ended. */
const avoidedColumns = {
  class: { value: () => 'avoided' },
  subject: shared.subject,
  actions: { title: 'ACTION', value: ({ action }) => action, rank: 2 },
  from: minuteColumn('ENDED', ({ endedAt }) => endedAt),
  until: { value: ({ until }) => until && isoInstant(until) },
  rate: shared.rate,
  rateAfter: nothing,
  amount: moneyColumn(({ since }) => since, {
    title: 'SINCE, USD',
    none: '?',
    isEstimate: ({ isEstimate }) => isEstimate,
  }),
  isEstimate: shared.isEstimate,
  evidence: { title: 'EVIDENCE', text: ({ evidence }) => evidence, least: 10, rank: 2 },
  rule: shared.rule,
  by: shared.by,
} satisfies Columns<AvoidedCharge>;

/** Rates before and after actions. */
const measuredColumns = {
  class: { value: () => 'measured' },
  subject: {
    title: 'ACCOUNT',
    value: ({ account }) => account,
    text: ({ account }) => shortSubject(Subject.parse(account)),
  },
  actions: {
    title: 'ACTIONS ON',
    value: ({ subjects }) => subjects.join(' '),
    text: ({ subjects }) => subjects.map((subject) => shortSubject(subject)).join(', '),
    least: 12,
    rank: 3,
  },
  from: { ...minuteColumn('HOUR BEFORE', ({ before }) => before.from), rank: 2 },
  until: { ...minuteColumn('HOUR AFTER', ({ after }) => after.from), rank: 1 },
  rate: rateColumn(({ before }) => before.rate),
  rateAfter: rateColumn(({ after }) => after.rate),
  fall: { title: 'FELL BY', text: ({ fall }) => hourInWords(fall), align: 'right' },
  amount: nothing,
  isEstimate: nothing,
  rule: nothing,
  by: nothing,
} satisfies Columns<RateFall>;

/** Charges that went on while a resource was stopped. */
const notSavedColumns = {
  class: { value: () => 'not-saved' },
  subject: shared.subject,
  actions: { title: 'ACTION', value: ({ action }) => action, rank: 2 },
  from: minuteColumn('FROM', ({ from }) => from),
  until: {
    title: 'UNTIL',
    value: ({ until }) => isoInstant(until),
    text: ({ until, isOver }, { zone }) => (isOver ? localMinute(until, zone) : 'still stopped'),
    rank: 1,
  },
  rate: shared.rate,
  rateAfter: nothing,
  amount: moneyColumn(({ billed }) => billed, {
    title: 'BILLED, USD',
    none: '?',
    isEstimate: ({ isEstimate }) => isEstimate,
  }),
  isEstimate: shared.isEstimate,
  rule: shared.rule,
  by: shared.by,
} satisfies Columns<UnsavedStop>;

/** The columns of the tables, by section. */
export const savingsTables = {
  avoided: selectColumns(avoidedColumns, ['from', 'subject', 'rate', 'amount', 'evidence', 'rule', 'by']),
  measured: selectColumns(measuredColumns, [
    'subject',
    'from',
    'rate',
    'until',
    'rateAfter',
    'fall',
    'actions',
  ]),
  notSaved: selectColumns(notSavedColumns, ['from', 'until', 'subject', 'actions', 'rate', 'amount', 'rule']),
};

/** The names of the columns in data. `class` names the section of a row. */
export const savingsNames = listColumnNames(avoidedColumns);

export const savingsRecords = ({
  avoided,
  measured,
  notSaved,
}: Savings): Readonly<Record<string, DataValue>>[] => [
  ...buildRowRecords(avoided, avoidedColumns),
  ...buildRowRecords(measured, measuredColumns),
  ...buildRowRecords(notSaved, notSavedColumns),
];

import { coverageOfAll } from '../../jobs/queries/coverage-of-all.ts';
import { readSavings } from '../../jobs/queries/read-savings.ts';
import { type Coverage, minutesOf } from '../../model/money/coverage.ts';
import {
  charge as chargeOf,
  chargeToMoney,
  type HourlyPrice,
  priceInWords,
} from '../../model/money/money.ts';
import { intervalIn } from '../../model/time/local-times.ts';
import { localMinute, periodAt } from '../../model/time/period.ts';
import { hours, isoInstant } from '../../model/time/time.ts';
import type { Fall } from '../../views/measured-falls.ts';
import type { Avoided, NotSaved, Savings } from '../../views/savings.ts';
import { shortName } from '../names.ts';
import { wrap } from '../tables/cut.ts';
import { asCsv, asJson, type Field, recordsOf } from '../tables/data-forms.ts';
import { dollars } from '../tables/dollars.ts';
import { type Column, tableLines } from '../tables/table.ts';
import { intervalOf, type PeriodFlags, withPeriodOptions } from './period-options.ts';
import { readingCommand } from './reading-command.ts';
import type { Paper } from './report.ts';

/** `spendwatch savings`: charges that actions ended, and stops that saved nothing. */
export const addSavings = readingCommand<PeriodFlags>({
  name: 'savings',
  summary: 'show charges that ended, and stopped machines that are still billed',
  options: withPeriodOptions,
  examples: ['savings', 'savings --month 2026-11 --json', 'savings --last 30d --csv'],
  read: async ({ ledger, heads, policy, now }, flags) => {
    const interval = intervalOf(
      flags,
      policy.timezone,
      now,
      () => periodAt('month', now, policy.timezone).from,
    );
    const [savings, coverage] = await Promise.all([
      readSavings(ledger, { heads, interval, now }),
      coverageOfAll(ledger, heads, interval, { now, zone: policy.timezone }),
    ]);
    return {
      report: {
        text: (paper) => savingsLines(savings, coverage, paper),
        json: () => asJson(inJson(savings, coverage)),
        csv: () => asCsv(rowsOf(savings), rowFields),
      },
    };
  },
});

/** Returns the report as text, in three sections that are never added up. */
export function savingsLines(savings: Savings, coverage: Coverage | null, paper: Paper): string[] {
  const { interval, avoided, measured, notSaved, totals } = savings;
  const { bold } = paper.colors;
  const table = <Row>(rows: readonly Row[], columns: Column<Row>[], none: string): string[] =>
    rows.length === 0 ? [none] : tableLines(rows, columns, paper);
  const anHour = priceInWords(totals.avoided);
  const isPart = coverage !== null && coverage.watched < coverage.asked;
  const watched = isPart ? `, ${minutesOf(coverage.watched, coverage)} watched` : '';
  return [
    ...wrap(`From ${intervalIn(interval, paper.zone)}${watched}`, paper.width),
    '',
    bold('AVOIDED: charges that ended because the resource is gone'),
    ...table(avoided, avoidedColumns(paper), 'No charge was ended by an action of spendwatch.'),
    ...(avoided.length === 0
      ? []
      : [`${anHour} is no longer charged; ${dollars(totals.avoidedSince)} USD avoided so far.`]),
    '',
    bold("MEASURED: the account's hourly rate before and after these actions"),
    ...table(measured, fallColumns(paper), 'No action has a full hour of data before and after it.'),
    ...(measured.length === 0
      ? []
      : ['The difference includes everything else that started or ended in that time.']),
    '',
    bold('NOT SAVED: stopped by spendwatch, and billed in full'),
    ...table(notSaved, notSavedColumns(paper), 'No machine was stopped by spendwatch in this period.'),
    ...(notSaved.length === 0
      ? []
      : [
          `${dollars(totals.notSaved)} USD billed while stopped. On this platform only deletion ends a charge.`,
        ]),
  ];
}

const inDollars = (price: HourlyPrice | null): string =>
  price === null ? '?' : dollars(chargeToMoney(chargeOf(price, hours(1))));

const avoidedColumns = ({ zone }: Paper): Column<Avoided>[] => [
  { title: 'ENDED', cell: ({ endedAt }) => localMinute(endedAt, zone) },
  { title: 'RESOURCE', cell: ({ subject }) => shortName(subject), least: 16 },
  { title: 'USD/H', cell: ({ price }) => inDollars(price), align: 'right' },
  { title: 'SINCE, USD', cell: ({ since }) => (since === null ? '?' : dollars(since)), align: 'right' },
  { title: 'EVIDENCE', cell: ({ evidence }) => evidence, least: 10, rank: 2 },
  { title: 'RULE', cell: ({ rule }) => rule, least: 10, rank: 3 },
  { title: 'BY', cell: ({ by }) => by ?? '', rank: 4 },
];

const fallColumns = ({ zone }: Paper): Column<Fall>[] => [
  { title: 'ACCOUNT', cell: ({ account }) => shortName(account) },
  { title: 'HOUR BEFORE', cell: ({ before }) => localMinute(before.from, zone), rank: 2 },
  { title: 'USD/H', cell: ({ before }) => inDollars(before.rate), align: 'right' },
  { title: 'HOUR AFTER', cell: ({ after }) => localMinute(after.from, zone), rank: 1 },
  { title: 'USD/H', cell: ({ after }) => inDollars(after.rate), align: 'right' },
  { title: 'FELL BY', cell: ({ fall }) => inDollars(fall), align: 'right' },
  { title: 'ACTIONS ON', cell: ({ subjects }) => subjects.map(shortName).join(', '), least: 12, rank: 3 },
];

const notSavedColumns = ({ zone }: Paper): Column<NotSaved>[] => [
  { title: 'FROM', cell: ({ from }) => localMinute(from, zone) },
  {
    title: 'UNTIL',
    cell: ({ until, isOver }) => (isOver ? localMinute(until, zone) : 'still stopped'),
    rank: 1,
  },
  { title: 'RESOURCE', cell: ({ subject }) => shortName(subject), least: 16 },
  { title: 'ACTION', cell: ({ action }) => action, rank: 2 },
  { title: 'USD/H', cell: ({ price }) => inDollars(price), align: 'right' },
  { title: 'BILLED, USD', cell: ({ billed }) => (billed === null ? '?' : dollars(billed)), align: 'right' },
  { title: 'RULE', cell: ({ rule }) => rule, least: 10, rank: 3 },
];

/** A row of the data formats; `class` is its section. */
type Row = { readonly class: 'avoided' | 'measured' | 'not-saved'; readonly of: Avoided | Fall | NotSaved };

const rowsOf = ({ avoided, measured, notSaved }: Savings): Row[] => [
  ...avoided.map((of): Row => ({ class: 'avoided', of })),
  ...measured.map((of): Row => ({ class: 'measured', of })),
  ...notSaved.map((of): Row => ({ class: 'not-saved', of })),
];

const rowFields: readonly Field<Row>[] = [
  { name: 'class', value: (row) => row.class },
  { name: 'subject', value: ({ of }) => ('account' in of ? of.account : of.subject) },
  {
    name: 'actions',
    value: ({ of }) => ('subjects' in of ? of.subjects.join(' ') : 'action' in of ? of.action : 'terminate'),
  },
  {
    name: 'from',
    value: ({ of }) => isoInstant('before' in of ? of.before.from : 'endedAt' in of ? of.endedAt : of.from),
  },
  {
    name: 'until',
    value: ({ of }) =>
      'until' in of ? isoInstant(of.until) : 'after' in of ? isoInstant(of.after.from) : null,
  },
  { name: 'rate', value: ({ of }) => ('price' in of ? of.price : of.before.rate)?.toFixed() ?? null },
  { name: 'rateAfter', value: ({ of }) => ('after' in of ? of.after.rate.toFixed() : null) },
  {
    name: 'amount',
    value: ({ of }) => ('billed' in of ? of.billed : 'since' in of ? of.since : null)?.toFixed() ?? null,
  },
  { name: 'rule', value: ({ of }) => ('rule' in of ? of.rule : null) },
  { name: 'by', value: ({ of }) => ('by' in of ? of.by : null) },
];

function inJson(savings: Savings, coverage: Coverage | null): object {
  const { interval, totals } = savings;
  return {
    from: isoInstant(interval.from),
    until: isoInstant(interval.until),
    askedSeconds: coverage && coverage.asked / 1_000,
    watchedSeconds: coverage && coverage.watched / 1_000,
    totals: {
      avoidedRate: totals.avoided.toFixed(),
      avoidedSince: totals.avoidedSince.toFixed(),
      notSaved: totals.notSaved.toFixed(),
    },
    rows: recordsOf(rowsOf(savings), rowFields),
  };
}

import { coverageOfAll } from '../../jobs/queries/coverage-of-all.ts';
import { readSavings } from '../../jobs/queries/read-savings.ts';
import { type Coverage, watchedInWords } from '../../model/money/coverage.ts';
import { marked } from '../../model/money/estimate.ts';
import { priceInWords } from '../../model/money/money.ts';
import { formatZonedInterval } from '../../model/time/local-times.ts';
import { findPeriod } from '../../model/time/period.ts';
import { isoInstant } from '../../model/time/time.ts';
import { type Column, dollars } from '../../views/columns/column.ts';
import { savingsNames, savingsRecords, savingsTables } from '../../views/columns/savings-columns.ts';
import type { Savings } from '../../views/savings.ts';
import { wrap } from '../tables/cut.ts';
import { asJson, csvOf } from '../tables/data-forms.ts';
import { tableLines } from '../tables/table.ts';
import { intervalOf, type PeriodFlags, withPeriodOptions } from './period-options.ts';
import { readingCommand } from './reading-command.ts';
import type { Paper } from './report.ts';

/** `spendwatch savings`: charges that actions ended, and stops that saved nothing. */
export const addSavings = readingCommand<PeriodFlags>({
  name: 'savings',
  summary: 'show charges that ended, and stopped VMs that are still billed',
  options: withPeriodOptions,
  examples: ['savings', 'savings --month 2026-11 --json', 'savings --last 30d --csv'],
  read: async ({ ledger, heads, policy, now }, flags) => {
    const interval = intervalOf(
      flags,
      policy.timezone,
      now,
      () => findPeriod('month', now, policy.timezone).from,
    );
    const [savings, coverage] = await Promise.all([
      readSavings(ledger, { heads, interval, now }),
      coverageOfAll(ledger, heads, interval, { now, zone: policy.timezone }),
    ]);
    return {
      report: {
        text: (paper) => savingsLines(savings, coverage, paper),
        json: () => asJson(inJson(savings, coverage)),
        csv: () => csvOf(savingsNames, savingsRecords(savings)),
      },
    };
  },
});

/** Returns the report as text, in three sections that are never added up. */
export function savingsLines(savings: Savings, coverage: Coverage | null, paper: Paper): string[] {
  const { interval, avoided, measured, notSaved, totals } = savings;
  const { bold } = paper.colors;
  const table = <Row>(rows: readonly Row[], columns: readonly Column<Row>[], none: string): string[] =>
    rows.length === 0 ? [none] : tableLines(rows, columns, paper);
  const anHour = marked(priceInWords(totals.avoided), totals.isEstimate);
  const hasStops = avoided.some(({ action }) => action !== 'terminate');
  const part = watchedInWords(coverage);
  const watched = part === null ? '' : `, ${part} watched`;
  return [
    ...wrap(`From ${formatZonedInterval(interval, paper.zone)}${watched}`, paper.width),
    '',
    bold(`AVOIDED: charges that ended because the resource is gone${hasStops ? ' or stopped' : ''}`),
    ...table(avoided, savingsTables.avoided, 'No spendwatch action has reduced charges.'),
    ...(avoided.length === 0
      ? []
      : [
          `${anHour} is no longer charged; ${marked(dollars(totals.avoidedSince), totals.isEstimate)} USD avoided so far.`,
        ]),
    '',
    bold("MEASURED: the account's hourly rate before and after these actions"),
    ...table(measured, savingsTables.measured, 'No action has a full hour of data before and after it.'),
    ...(measured.length === 0
      ? []
      : ['The difference includes everything else that started or ended in that time.']),
    '',
    bold('NOT SAVED: stopped by spendwatch, and still billed'),
    ...table(
      notSaved,
      savingsTables.notSaved,
      'No VM or machine that spendwatch stopped is billed in this period.',
    ),
    ...(notSaved.length === 0
      ? []
      : [
          `${marked(dollars(totals.notSaved), totals.isEstimate)} USD billed while stopped. Deletion ends these charges.`,
        ]),
  ];
}

function inJson(savings: Savings, coverage: Coverage | null): object {
  const { interval, totals } = savings;
  return {
    from: isoInstant(interval.from),
    until: isoInstant(interval.until),
    spanSeconds: coverage && coverage.span / 1_000,
    watchedSeconds: coverage && coverage.watched / 1_000,
    totals: {
      avoidedRate: totals.avoided.toFixed(),
      avoidedSince: totals.avoidedSince.toFixed(),
      notSaved: totals.notSaved.toFixed(),
    },
    rows: savingsRecords(savings),
  };
}

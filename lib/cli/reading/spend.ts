import { beyondHoursInWords } from '../../jobs/queries/beyond-hours.ts';
import { inWholeHours } from '../../jobs/queries/coverage-of-all.ts';
import { type SpendAnswer, sumSpend } from '../../jobs/queries/spend-by.ts';
import { toTarget } from '../../model/ids.ts';
import { computeLeastCoverage, coverageInWords, isWhole } from '../../model/money/coverage.ts';
import { amountInWords } from '../../model/money/estimate.ts';
import { type Charge, chargeToMoney, moneyInWords, noCharge, sumMoney } from '../../model/money/money.ts';
import { formatZonedInterval } from '../../model/time/local-times.ts';
import { beginOneMonth, findPeriod, type Interval, localMinute } from '../../model/time/period.ts';
import { isoInstant, spanInWords } from '../../model/time/time.ts';
import { capitalized, counted } from '../../model/words.ts';
import { buildRowRecords } from '../../views/columns/column.ts';
import { fitting, shortName } from '../names.ts';
import { wrap } from '../tables/cut.ts';
import { asCsv, asJson } from '../tables/data-forms.ts';
import { type AskedDimension, dimensionNames, dimensionsIn } from '../tables/spend-dimensions.ts';
import { spendColumns, spendTable } from '../tables/spend-table.ts';
import { intervalOf, type PeriodFlags, withPeriodOptions } from './period-options.ts';
import { type ReadingInput, readingCommand } from './reading-command.ts';
import type { Paper } from './report.ts';

type SpendFlags = PeriodFlags & { readonly by: string; readonly project?: string };

/** `spendwatch spend`: accrued spend in a period, grouped by the requested dimensions. */
export const addSpend = readingCommand<SpendFlags>({
  name: 'spend',
  summary: 'show spend in a period, by project, kind, GPU, creator, metadata, hour, day or month',
  options: (command) =>
    withPeriodOptions(command)
      .option('--by <what>', `${dimensionNames.join(', ')}; separated by commas`, 'project')
      .option('--project <glob>', 'only these projects'),
  examples: [
    'spend --by project,day --last 7d',
    'spend --by gpu --month 2026-11',
    'spend --by metadata:team --from 2026-11-01 --csv > teams.csv',
  ],
  read: async (context, flags) => {
    const { policy, now, heads, ledger } = context;
    const zone = policy.timezone;
    const by = dimensionsIn(flags.by, zone);
    const month = (at: typeof now) => findPeriod('month', at, zone).from;
    const interval = inWholeHours(intervalOf(flags, zone, now, month), zone, now);
    const projects = heads.map(({ target }) => target).filter((id) => toTarget(id).kind === 'project');
    const names = fitting('--project', flags.project, projects.map(shortName));
    const targets = projects.filter((target) => names.has(shortName(target)));
    const question = { ...interval, targets, by: by.map(({ dimension }) => dimension), now };
    const answer = await sumSpend(ledger, question);
    const report = { by, interval, answer, reported: reportedIn(context, interval, targets) };
    const columns = spendColumns(by);
    return {
      report: {
        text: (paper) => spendLines(report, paper),
        json: () =>
          asJson({
            from: isoInstant(interval.from),
            until: isoInstant(interval.until),
            currency: 'USD',
            total: inDollars(answer.total),
            estimated: inDollars(answer.estimated),
            rows: buildRowRecords(answer.rows, columns),
            beyondHours: inDollars(answer.beyondHours?.charge ?? noCharge),
            unknown: answer.missing.map(({ target, from, until }) => ({
              target,
              from: isoInstant(from),
              until: isoInstant(until),
            })),
            unpricedSeconds: answer.gap / 1_000,
            coverage: [...answer.coverage].map(([target, { span, known, watched }]) => ({
              target,
              spanSeconds: span / 1_000,
              knownSeconds: known / 1_000,
              watchedSeconds: watched / 1_000,
            })),
          }),
        csv: () => asCsv(answer.rows, columns),
      },
    };
  },
});

const inDollars = (charge: Charge): string => chargeToMoney(charge).toFixed();

type SpendReport = {
  readonly by: readonly AskedDimension[];
  readonly interval: Interval;
  readonly answer: SpendAnswer;
  readonly reported: string | null;
};

function spendLines({ by, interval, answer, reported }: SpendReport, paper: Paper): string[] {
  const { zone, width, colors } = paper;
  const { total, estimated, missing, gap, reported: past, beyondHours } = answer;
  const least = computeLeastCoverage(answer.coverage.values());
  const covered = least === null || isWhole(least) ? '' : `, ${coverageInWords(least)}`;
  const notes = [
    ...(reported === null ? [] : [reported]),
    ...(past.isZero() ? [] : [pastInWords(past)]),
    ...(beyondHours === null ? [] : [`${capitalized(beyondHoursInWords(beyondHours))}.`]),
    ...(missing.length === 0 ? [] : [missingInWords(missing, paper)]),
    ...(gap === 0
      ? []
      : [`Charges are unknown for up to ${spanInWords(gap)} of a project, so the figures are too low.`]),
  ];
  const times = `from ${formatZonedInterval(interval, zone)}`;
  return [
    ...wrap(
      `${amountInWords(chargeToMoney(total), chargeToMoney(estimated))} ${past.isZero() ? 'accrued' : 'spent'} ${times}${covered}`,
      width,
    ),
    '',
    ...(answer.rows.length === 0 ? ['No spend in this period.'] : spendTable(by, interval, answer, paper)),
    ...(notes.length === 0 ? [] : ['']),
    ...notes.flatMap((note) => wrap(note, width)).map(colors.dim),
  ];
}

/** Returns the reported part of a charge as text, since it was not measured. */
const pastInWords = (past: Charge): string =>
  `${moneyInWords(chargeToMoney(past))} of it is what the platform reports for the time before monitoring began.`;

/** Returns the platform's figure for this month, if the requested period begins with it. */
function reportedIn(
  { heads, policy, now }: ReadingInput,
  { from }: Interval,
  targets: readonly string[],
): string | null {
  if (from !== findPeriod('month', now, policy.timezone).from) return null;
  const reports = heads
    .filter(({ target }) => targets.includes(target))
    .flatMap(({ report }) => (report !== null && beginOneMonth(report.spend.from, from) ? report.spend : []));
  if (reports.length === 0) return null;
  const amount = sumMoney(reports.map(({ amount }) => amount));
  const of = reports.length === targets.length ? '' : ` of ${reports.length} of ${targets.length} projects`;
  return `Reported by the platform this month${of}: ${moneyInWords(amount)}, including disks and images.`;
}

function missingInWords(missing: SpendAnswer['missing'], { zone }: Paper): string {
  const targets = new Set(missing.map(({ target }) => target));
  const [first] = missing;
  const such = first
    ? `, such as ${shortName(first.target)} from ${localMinute(first.from, zone)} to ${localMinute(first.until, zone)}`
    : '';
  const of = counted(targets.size, 'project');
  return `No data for part of the period: ${of}${such}. Spend in that time is not included.`;
}

import { kindsInWords } from '../../model/facts/resources-at-risk.ts';
import { coverageInWords, isWhole } from '../../model/money/coverage.ts';
import type { Severity } from '../../model/severity.ts';
import { computes } from '../../views/inventory.ts';
import { forecastFigures, moneyFigure, priceFigure } from './figures.ts';
import type { FleetViews } from './fleet.ts';
import type { AccountRow } from './rows.ts';
import { accountRow, actionRow, alertRow, budgetRows, projectRows, spareRow } from './rows.ts';

/** The number of rows of each list on the first page. */
const limits = { accounts: 5, budgets: 7, alerts: 6, actions: 6, projects: 12 } as const;

export type Overview = ReturnType<typeof overviewOf>;
/** Returns the first page, whose size does not grow with the fleet. */
export function overviewOf(context: FleetViews) {
  const { about } = context;
  const status = context.status();
  const month = context.month();
  const { coverage } = status.whole.month;
  const fleet = context.fleet();
  const machines = fleet.filter(computes);
  const firing = status.alerts.filter(({ state }) => state === 'firing' || state === 'resolving');
  const accounts = status.targets
    .filter(({ target }) => target.kind === 'account')
    .map((row) => accountRow(row, context.snapshot.now));
  const projects = status.targets.filter(({ target }) => target.kind === 'project');
  return {
    ...about,
    burn: priceFigure(status.whole.burnRate, status.whole.estimatedRate),
    /** The burn rate with resources that show no price; `null` where there are none. */
    fullBurn: status.whole.fullRate && priceFigure(status.whole.fullRate),
    /** The number of projects without any figure, which the sums leave out. */
    withoutFigures: status.whole.withoutFigures,
    spare: spareRow(status.spare),
    /** The number of VMs and other machines, in words; `null` for none. */
    machines: kindsInWords(machines.map(({ resource }) => resource)),
    committed: priceFigure(month.committedRate),
    month: {
      spent: month.spent && moneyFigure(month.spent, status.whole.month.estimated),
      /** The part of the month that it covers; `null` if all of it was monitored. */
      covers: coverage && coverageInWords(coverage),
      /** True if its figures are known for all of the month so far. */
      isWhole: coverage === null || isWhole(coverage),
      forecast: month.forecast && forecastFigures(month.forecast),
      /** The sum of all monthly budgets of projects; `null` unless every project has one. */
      limit: month.limit && moneyFigure(month.limit),
      from: month.interval.from,
      until: month.interval.until,
    },
    accounts: accounts.toSorted((left, right) => urgency(left) - urgency(right)).slice(0, limits.accounts),
    budgets: status.budgets.slice(0, limits.budgets).map(budgetRows(context.reading)),
    counts: {
      projects: projects.length,
      running: machines.filter(({ resource }) => resource.activity === 'running').length,
      budgets: status.budgets.length,
      accounts: accounts.length,
      unwatched: status.blindSpots.length,
      actions: status.waiting.length,
      alerts: countBy(firing.map(({ alert }) => alert.severity)),
    },
    alerts: firing.slice(0, limits.alerts).map(alertRow),
    actions: status.waiting.slice(0, limits.actions).map(actionRow),
    projects: projectRows(projects, fleet, context.reading).slice(0, limits.projects),
  };
}

/** Ranks accounts by the time when their credit ends. */
const urgency = ({ emptyAt, isOut, runway }: AccountRow): number =>
  isOut ? 0 : (emptyAt ?? (runway === 'unknown' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE));

function countBy(severities: readonly Severity[]): Record<Severity, number> {
  const counts = { info: 0, warning: 0, critical: 0 };
  for (const severity of severities) counts[severity] += 1;
  return counts;
}

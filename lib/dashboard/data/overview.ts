import { runs } from '../../model/facts/resource.ts';
import { nameOfTarget } from '../../model/ids.ts';
import { comparePrices, free } from '../../model/money/money.ts';
import type { Severity } from '../../model/severity.ts';
import type { FleetRow } from '../../views/dashboard-fleet.ts';
import type { TargetStatus } from '../../views/status.ts';
import type { Overview } from '../replies.ts';
import type { AccountRow, ProjectRow } from '../reply-rows.ts';
import { moneyFigure, priceFigure } from './figures.ts';
import type { Context } from './fleet.ts';
import { accountRow, actionRow, alertRow, budgetRow } from './rows.ts';

/** How many rows of each list the first page shows. */
const shown = { accounts: 5, budgets: 7, alerts: 6, actions: 6, projects: 12 } as const;

/** Returns the first page, whose size does not grow with the fleet. */
export function overviewOf(context: Context): Overview {
  const { about, snapshot } = context;
  const status = context.status();
  const month = context.month();
  const fleet = context.fleet();
  const machines = fleet.filter(({ resource }) => runs(resource.kind));
  const firing = status.alerts.filter(({ state }) => state === 'firing' || state === 'resolving');
  const accounts = status.targets.filter(({ target }) => target.kind === 'account').map(accountRow);
  const projects = status.targets.filter(({ target }) => target.kind === 'project');
  const began = snapshot.heads.flatMap(({ beganAt }) => beganAt ?? []);
  return {
    ...about,
    burn: priceFigure(status.whole.burnRate ?? free),
    committed: priceFigure(month.committedRate),
    watchedSince: began.reduce<number | null>(
      (least, at) => (least === null || at < least ? at : least),
      null,
    ),
    month: {
      spent: month.spent && moneyFigure(month.spent),
      forecast: month.forecast && {
        low: moneyFigure(month.forecast.low),
        likely: moneyFigure(month.forecast.likely),
        high: moneyFigure(month.forecast.high),
      },
      limit: month.limit && moneyFigure(month.limit),
      from: month.interval.from,
      until: month.interval.until,
    },
    accounts: accounts.toSorted((left, right) => urgency(left) - urgency(right)).slice(0, shown.accounts),
    budgets: status.budgets.slice(0, shown.budgets).map(budgetRow),
    counts: {
      projects: projects.length,
      running: machines.filter(({ resource }) => resource.activity === 'running').length,
      machines: machines.length,
      idle: machines.filter(isIdle).length,
      budgets: status.budgets.length,
      accounts: accounts.length,
      unwatched: status.blindSpots.length,
      actions: status.waiting.length,
      alerts: countBy(firing.map(({ alert }) => alert.severity)),
    },
    alerts: firing.slice(0, shown.alerts).map(alertRow),
    actions: status.waiting.slice(0, shown.actions).map(actionRow),
    projects: projectRows(projects, machines).slice(0, shown.projects),
  };
}

/** Ranks accounts by when their credit runs out. */
const urgency = ({ emptyAt, isOut, runway }: AccountRow): number =>
  isOut ? 0 : (emptyAt ?? (runway === 'unknown' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE));

const isIdle = ({ machine }: FleetRow): boolean => machine?.idleSince != null;

function countBy(severities: readonly Severity[]): Record<Severity, number> {
  const counts = { info: 0, warning: 0, critical: 0 };
  for (const severity of severities) counts[severity] += 1;
  return counts;
}

/** Lists projects by burn rate, the highest first. */
function projectRows(
  projects: readonly TargetStatus[],
  machines: readonly FleetRow[],
): readonly ProjectRow[] {
  const running = countOf(machines.filter(({ resource }) => resource.activity === 'running'));
  const idle = countOf(machines.filter(isIdle));
  return projects
    .toSorted((left, right) => comparePrices(right.burnRate ?? free, left.burnRate ?? free))
    .map(({ target, burnRate, month, firing }) => {
      const spent = month.toDate ?? month.accrued?.amount ?? null;
      const name = nameOfTarget(target.id);
      return {
        subject: target.id,
        name,
        burn: priceFigure(burnRate ?? free),
        month: spent && moneyFigure(spent),
        running: running.get(name) ?? 0,
        idle: idle.get(name) ?? 0,
        alerts: firing,
      };
    });
}

function countOf(rows: readonly FleetRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { project } of rows) counts.set(project, (counts.get(project) ?? 0) + 1);
  return counts;
}

import { nameOfTarget } from '../../model/ids.ts';
import { comparePrices, free } from '../../model/money/money.ts';
import { computes, type ResourceView } from '../../views/inventory.ts';
import { spentIn, type TargetStatus } from '../../views/status.ts';
import type { ProjectRow } from '../reply-rows.ts';
import { moneyFigure, priceFigure } from './figures.ts';

/** Lists projects by burn rate, the highest first. */
export function projectRows(
  projects: readonly TargetStatus[],
  fleet: readonly ResourceView[],
): readonly ProjectRow[] {
  const machines = fleet.filter(computes);
  const running = countOf(machines.filter(({ resource }) => resource.activity === 'running'));
  const idle = countOf(machines.filter(({ idleSince }) => idleSince !== null));
  return projects
    .toSorted((left, right) => comparePrices(right.burnRate ?? free, left.burnRate ?? free))
    .map(({ target, burnRate, month, firing }) => {
      const spent = spentIn(month);
      const name = nameOfTarget(target.id);
      return {
        subject: target.id,
        name,
        burn: burnRate && priceFigure(burnRate),
        month: spent && moneyFigure(spent),
        running: running.get(name) ?? 0,
        idle: idle.get(name) ?? 0,
        alerts: firing,
      };
    });
}

function countOf(rows: readonly ResourceView[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { project } of rows) counts.set(project, (counts.get(project) ?? 0) + 1);
  return counts;
}

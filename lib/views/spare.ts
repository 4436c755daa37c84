import { protectionOf } from '../decide/actions/protection.ts';
import { isCommitted } from '../model/facts/commitment.ts';
import type { Resource } from '../model/facts/resource.ts';
import { projectTarget } from '../model/ids.ts';
import { free, type HourlyPrice, sumPrices } from '../model/money/money.ts';
import { type FleetRow, isIdle } from './dashboard-fleet.ts';
import type { ViewInput } from './view-input.ts';
import type { WasteView } from './waste.ts';

type Sum = { readonly count: number; readonly rate: HourlyPrice };

/** The cost of unused resources. Only deletion ends a charge. */
export type Spare = {
  readonly idle: Sum;
  readonly waste: Sum;
  /** The rate of both together. */
  readonly rate: HourlyPrice;
  /** The rate that deleting all resources that are neither committed nor protected would end. */
  readonly ends: HourlyPrice;
  /** The rate of committed resources, and that of protected ones that are not committed. */
  readonly committed: HourlyPrice;
  readonly protected: HourlyPrice;
  /** The number of resources without a known price, which no sum includes. */
  readonly unpriced: number;
};

/** Adds up idle machines and waste, each resource once. */
export function spareOf(
  fleet: readonly FleetRow[],
  waste: readonly WasteView[],
  { policy, overrides, now }: Pick<ViewInput, 'policy' | 'overrides' | 'now'>,
): Spare {
  const idle = fleet.filter(isIdle);
  const known = new Set(idle.map(({ subject }) => subject));
  const wasted = new Map(
    waste.flatMap((view) =>
      view.state === 'waste' && !known.has(view.subject) ? [[view.subject, view] as const] : [],
    ),
  );
  const all = [...idle, ...wasted.values()];
  const isProtected = ({ resource, project }: Pick<FleetRow, 'resource' | 'project'>): boolean =>
    protectionOf({ policy, overrides, target: projectTarget(project), resource, now }) !== null;
  const others = all.filter(({ resource }) => !isCommitted(resource, now));
  const committed = all.filter(({ resource }) => isCommitted(resource, now));
  return {
    idle: sumOf(idle),
    waste: sumOf([...wasted.values()]),
    rate: sumOf(all).rate,
    ends: sumOf(others.filter((row) => !isProtected(row))).rate,
    committed: sumOf(committed).rate,
    protected: sumOf(others.filter(isProtected)).rate,
    unpriced: all.filter(({ resource }) => resource.price === null).length,
  };
}

const sumOf = (rows: readonly { readonly resource: Resource }[]): Sum => ({
  count: rows.length,
  rate: sumPrices(rows.map(({ resource }) => resource.price ?? free)),
});

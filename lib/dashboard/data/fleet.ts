import type { Intervals } from '../../model/time/intervals.ts';
import { type FleetRow, fleetOf } from '../../views/dashboard-fleet.ts';
import { type MonthOfAll, monthOfAll } from '../../views/dashboard-month.ts';
import { type Status, statusOf } from '../../views/status.ts';
import type { ViewInput } from '../../views/view-input.ts';
import type { About, Paged } from '../replies.ts';
import type { Snapshot } from './snapshots.ts';

/** Views of one snapshot, each made on first use and only once. */
export type Context = {
  readonly snapshot: Snapshot;
  readonly view: ViewInput;
  readonly about: About;
  readonly status: () => Status;
  readonly fleet: () => readonly FleetRow[];
  readonly month: () => MonthOfAll;
};

export type InputTerms = { readonly intervals: Intervals; readonly mayAct: boolean };

export function contextMaker({ intervals, mayAct }: InputTerms): (snapshot: Snapshot) => Context {
  const made = new WeakMap<Snapshot, Context>();
  return (snapshot) => {
    const known = made.get(snapshot);
    if (known !== undefined) return known;
    const { heads, policy, overrides, now, staleBecause } = snapshot;
    const view = { policy, overrides, intervals, now };
    const status = once(() => statusOf(heads, view));
    const context: Context = {
      snapshot,
      view,
      about: { asOf: now, staleBecause, zone: policy.timezone, mayAct },
      status,
      fleet: once(() => fleetOf(heads, view)),
      month: once(() => monthOfAll(heads, status(), view)),
    };
    made.set(snapshot, context);
    return context;
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export const rowsAPage = 50;

/** Returns one page of a list. A number out of range gives the nearest page. */
export function pageOf<From, Row>(
  { about }: Context,
  all: readonly From[],
  asked: number,
  rowOf: (from: From) => Row,
): Paged<Row> {
  const pages = Math.max(1, Math.ceil(all.length / rowsAPage));
  const page = Math.min(pages, Math.max(1, asked));
  const rows = all.slice((page - 1) * rowsAPage, page * rowsAPage).map(rowOf);
  return { ...about, rows, total: all.length, page, pages };
}

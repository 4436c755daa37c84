import { toTarget } from '../../model/ids.ts';
import { compareText } from '../../model/words.ts';
import type { Head } from '../../state/head.ts';
import type { ReportMoment } from '../../views/columns/column.ts';
import type { Condition } from '../../views/condition/condition.ts';
import { type MonthOfAll, monthOfAll } from '../../views/dashboard-month.ts';
import { buildInventory, computes, type ResourceView } from '../../views/inventory.ts';
import { buildStatus, type Status } from '../../views/status.ts';
import type { WholeInput } from '../../views/view-input.ts';
import { waitingBySubject } from '../../views/waiting.ts';
import type { ReplyHeader, ReplyPage } from '../replies.ts';

/** Views of one snapshot, each made on first use and only once. */
export type FleetViews = {
  readonly snapshot: Snapshot;
  readonly about: ReplyHeader;
  readonly reading: ReportMoment;
  readonly status: () => Status;
  /** The resources of all projects, project by project, those that compute first. */
  readonly fleet: () => readonly ResourceView[];
  readonly month: () => MonthOfAll;
};

export function contextMaker(mayAct: boolean): (snapshot: Snapshot) => FleetViews {
  const contexts = new WeakMap<Snapshot, FleetViews>();
  return (snapshot) => {
    const fleet = contexts.get(snapshot);
    if (fleet !== undefined) return fleet;
    const { heads, now, policy, condition, staleBecause } = snapshot;
    const { seenAt, blindBecause, notices } = condition;
    const status = once(() => buildStatus(heads, snapshot));
    const context: FleetViews = {
      snapshot,
      reading: { now, zone: policy.timezone },
      about: {
        ...{ asOf: now, staleBecause, zone: policy.timezone, mayAct },
        condition: {
          seenAt,
          isBlind: blindBecause !== null,
          notices: notices.map(({ kind, severity, says }) => ({ kind, severity, says })),
        },
      },
      status,
      fleet: once(() => fleetOf(snapshot, status())),
      month: once(() => monthOfAll(heads, status(), snapshot)),
    };
    contexts.set(snapshot, context);
    return context;
  };
}

function fleetOf(snapshot: Snapshot, { waiting }: Status): readonly ResourceView[] {
  const waitingFor = waitingBySubject(waiting);
  const rank = (row: ResourceView) => (computes(row) ? 0 : 1);
  return snapshot.heads.flatMap((head) =>
    buildInventory(head, [], snapshot, waitingFor).toSorted(
      (left, right) => rank(left) - rank(right) || compareText(left.resource.id, right.resource.id),
    ),
  );
}

/** Returns the projects of a subject: the project itself, a group's or an account's; all projects for `null`. */
export function projectsOf(heads: readonly Head[], subject: string | null): readonly Head[] {
  const of = heads.find(({ target }) => target.valueOf() === subject);
  const own = of && toTarget(of.target);
  const account = own?.kind === 'account' ? own.account : undefined;
  return heads.filter(({ target, observation }) => {
    if (observation?.kind !== 'project') return false;
    if (subject === null || target === of?.target || observation.account === account) return true;
    return of?.observation?.kind === 'group' && of.observation.members.includes(target);
  });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const rowsAPage = 50;

/** Returns one page of a list. A number out of range gives the nearest page. */
export function pageOf<From, Row>(
  { about }: FleetViews,
  all: readonly From[],
  pageNumber: number,
  rowOf: (from: From) => Row,
): ReplyPage<Row> {
  const pages = Math.max(1, Math.ceil(all.length / rowsAPage));
  const page = Math.min(pages, Math.max(1, pageNumber));
  const rows = all.slice((page - 1) * rowsAPage, page * rowsAPage).map(rowOf);
  return { ...about, rows, total: all.length, page, pages };
}

/** The state of the ledger and the policy at one moment. A reply is made from one snapshot. */
export type Snapshot = WholeInput & {
  readonly condition: Condition;
  /** A text that is equal for two snapshots with the same content. */
  readonly version: string;
  /** The reason why it is out of date; `null` when it is not. */
  readonly staleBecause: string | null;
};

import { assertNever } from '../../model/assert-never.ts';
import type { ConnectionName } from '../../model/connection-name.ts';
import { type Activity, runs } from '../../model/facts/resource.ts';
import type { IntentId } from '../../model/ids.ts';
import type { Outcome } from '../../model/outcome.ts';
import { findPeriod } from '../../model/time/period.ts';
import { computeSpan, days, type Instant, isAhead, isoInstant } from '../../model/time/time.ts';
import { type Control, toConnectionField } from '../../state/control.ts';
import type { Head } from '../../state/head.ts';
import type { Intent } from '../../state/intent.ts';
import type { Policy } from '../../state/policy.ts';

/** The decision whether a run may act, with the control record that reserves its actions. */
export type CapsDecision =
  | { readonly kind: 'within'; readonly control: Control }
  | ({ readonly kind: 'beyond' } & CapsHold);

/** The reason why a run's actions are held. `day` identifies the day, so that it is notified once per day. */
export type CapsHold = {
  readonly because: string;
  readonly wanted: number;
  readonly allowed: number;
  readonly day: string;
};

/**
 * Reports whether an action counts against the caps. A start does not, since every VM of a project may start in one
 * morning.
 */
export const counts = ({ kind }: Intent): boolean => kind !== 'start' && kind !== 'power-on';

/**
 * Reports whether an action with this outcome may have been carried out, and so has used what the caps reserved for
 * it.
 */
export function isSpent({ kind }: Outcome): boolean {
  switch (kind) {
    case 'requested':
    case 'unanswered':
      return true;
    case 'already-so':
    case 'cancelled':
    case 'not-sent':
    case 'refused':
      return false;
    default:
      return assertNever(kind);
  }
}

/** Returns the control record without the reservations of these intents; `null` when it holds none for them. */
export function giveBack(control: Control, unspent: ReadonlySet<IntentId>): Control | null {
  const actions = control.actions.filter(({ intent }) => !unspent.has(intent));
  return actions.length === control.actions.length ? null : { ...control, seq: control.seq + 1, actions };
}

/**
 * Checks all actions of a run on one connection against its caps together: all are carried out or none. Intents and heads
 * are those of the connection.
 */
export function checkCaps(
  policy: Policy,
  control: Control,
  {
    connection,
    intents,
    heads,
  }: Pick<Run, 'intents' | 'heads'> & { readonly connection: ConnectionName | null },
  now: Instant,
): CapsDecision {
  const recent = control.actions
    .filter((action) => computeSpan(action.at, now) < days(1))
    // An entry written by a clock that was ahead counts for a day from now, not until that day.
    .map((action) => (isAhead(action.at, now) ? { ...action, at: now } : action));
  const ids = new Set(recent.map((action) => action.intent));
  const fresh = intents.filter((intent) => !ids.has(intent.id));
  const ofConnection = recent.filter((action) => (action.connection ?? null) === connection);
  const exceeded = listLimits(policy, { intents, fresh, recent: ofConnection.length, heads }).find(
    ({ wanted: asked, allowed }) => asked > allowed,
  );
  const count = intents.length;
  if (exceeded) {
    const day = isoInstant(findPeriod('day', now, policy.timezone).from);
    const because = `${count} actions are due, and ${exceeded.name} allows ${exceeded.allowed}: none is carried out`;
    return { kind: 'beyond', because, wanted: count, allowed: exceeded.allowed, day };
  }
  const reserved = fresh.map((intent) => ({ intent: intent.id, at: now, ...toConnectionField(connection) }));
  const actions = [...recent, ...reserved];
  return { kind: 'within', control: { ...control, seq: control.seq + 1, actions } };
}

type Limit = { readonly name: string; readonly allowed: number; readonly wanted: number };

type Run = {
  readonly intents: readonly Intent[];
  /** The actions that no earlier run has reserved. */
  readonly fresh: readonly Intent[];
  readonly recent: number;
  readonly heads: readonly Head[];
};

function listLimits({ caps }: Policy, { intents, fresh, recent, heads }: Run): readonly Limit[] {
  const restCount = intents.filter(isOfResting).length;
  const running = countComputeResources(heads, ['running']);
  const all = countComputeResources(heads, ['running', 'stopped']);
  const computeShareCap = (count: number) => Math.max(1, Math.floor((count * caps.share) / 100));
  return [
    { name: `the cap of ${caps.perRun} in one run`, allowed: caps.perRun, wanted: intents.length },
    {
      name: `the cap of ${caps.share} % of ${running} running VMs and machines`,
      allowed: computeShareCap(running),
      wanted: intents.length - restCount,
    },
    {
      name: `the cap of ${caps.share} % of ${all} VMs and machines`,
      allowed: computeShareCap(all),
      wanted: restCount,
    },
    {
      name: `the cap of ${caps.perDay} in 24 hours`,
      allowed: Math.max(0, caps.perDay - recent),
      wanted: fresh.length,
    },
  ];
}

/**
 * Reports whether an action is on a stopped resource. Such actions are limited by a share of all resources: where few
 * run, a share of these would hold them for good.
 */
const isOfResting = ({ kind }: Intent): boolean => kind === 'image' || kind === 'terminate';

function countComputeResources(heads: readonly Head[], activities: readonly Activity[]): number {
  let count = 0;
  for (const { observation } of heads) {
    if (observation?.kind !== 'project') continue;
    count += observation.resources.filter(
      ({ kind, activity }) => runs(kind) && activities.includes(activity),
    ).length;
  }
  return count;
}

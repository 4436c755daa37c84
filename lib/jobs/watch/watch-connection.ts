import pMap from 'p-map';
import { type Cloud, type PollReply, type PreviousFacts, pollPatience } from '../../clouds/cloud.ts';
import { withDoubt } from '../../decide/believed-head.ts';
import type { FleetContext } from '../../decide/fleet-context.ts';
import type { Turn } from '../../decide/turn.ts';
import type { PollResult } from '../../model/facts/observation.ts';
import type { ObservedUnits } from '../../model/facts/units-seen.ts';
import { type TargetId, toTarget } from '../../model/ids.ts';
import { isInShard, type Shard } from '../../model/shard.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { isoInstant, milliseconds, type Span } from '../../model/time/time.ts';
import { type FleetSignals, hasVmSignals, withSignals } from '../../observe/signals/machine-signals.ts';
import { planPoll } from '../../observe/what-is-due.ts';
import { firstHead, type Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import type { WatchPorts } from '../ports.ts';
import { commitTurn, requireReadable } from './commit-turn.ts';
import { ConnectionError } from './connection-error.ts';
import type { FoundTargets } from './find-targets.ts';
import { type BelievedHeads, writtenAhead } from './future-heads.ts';
import { logTurn, reportTurn, type TargetReport, type TurnListener } from './report-turn.ts';

export type TurnPorts = Pick<WatchPorts, 'clock' | 'ledger' | 'log'>;

/** The input that all targets of a connection share. */
export type ConnectionRun = FoundTargets<Error> &
  BelievedHeads & {
    readonly policy: Policy;
    readonly intervals: Intervals;
    readonly shard: Shard;
    /** Polls a target; absent for a connection that is not in the settings. */
    readonly poll?: ReturnType<Cloud['polls']>;
    readonly fleet: (target: TargetId) => FleetContext;
    readonly ended: RunDeadline;
    readonly signals: () => Promise<FleetSignals>;
  };

/** Takes every target of a connection through one turn, the oldest poll first. */
export async function turnTargets(
  ports: TurnPorts,
  run: ConnectionRun,
  onTurn: TurnListener,
): Promise<readonly TargetReport[]> {
  const headsByTarget = new Map(run.heads.map((head) => [head.target, head]));
  const targets = await pMap(
    run.targets
      .filter((target) => isInShard(target, run.shard))
      .map((target) => headsByTarget.get(target) ?? firstHead(target))
      .sort(byOldestPoll),
    (head) => reportTurn(ports, head.target, () => turnTarget(ports, run, head), onTurn),
    { concurrency: targetsAtOnce },
  );
  logLeft(ports, targets, headsByTarget);
  return targets;
}

/** The number of concurrent polls. More would not be faster, because requests in flight are limited, but use more memory. */
const targetsAtOnce = 64;

/** The time limit after which a run may no longer ask the cloud. */
export type RunDeadline = { readonly isOver: () => boolean; readonly over: Promise<'left'> };

export const createRunDeadline = (until: AbortSignal | undefined): RunDeadline => ({
  isOver: () => until?.aborted === true,
  over: new Promise((resolve) => {
    until?.addEventListener('abort', () => resolve('left'), { once: true });
  }),
});

/**
 * Returns how long the listing of targets may take: only a part of the interval between polls, so that a failure can still
 * be recorded for each target.
 */
export const findingPatience = ({ pollEvery }: Intervals): Span =>
  milliseconds(Math.min(pollPatience, pollEvery * 0.4));

/** Orders heads by their last poll; those that were never polled come first. */
const byOldestPoll = (left: Head, right: Head): number => (left.polledAt ?? 0) - (right.polledAt ?? 0);

function logLeft(
  { log }: Pick<WatchPorts, 'log'>,
  reports: readonly TargetReport[],
  heads: ReadonlyMap<TargetId, Head>,
): void {
  const unpolled = reports.filter(({ kind }) => kind === 'left');
  const [oldest] = unpolled;
  if (oldest === undefined) return;
  const polledAt = heads.get(oldest.target)?.polledAt ?? null;
  log('targets-left', {
    count: unpolled.length,
    oldest: oldest.target,
    polledAt: polledAt === null ? 'never' : isoInstant(polledAt),
    because: 'the run reached its time limit first; the next run begins with these targets',
  });
}

/** Polls a target once, and takes a turn from the result. */
async function turnTarget(
  ports: Omit<WatchPorts, 'connections'>,
  context: ConnectionRun,
  head: Head,
): Promise<Turn | 'left' | null> {
  requireReadable(head);
  const { isOver, over } = context.ended;
  if (isOver()) return 'left';
  const result = await Promise.race([poll(ports, context, head), over]);
  // An interrupted poll is no observation.
  if (result === 'left' || isOver()) return 'left';
  const polled = context.doubted.has(head.target)
    ? { ...result, observe: (before: PreviousFacts) => withDoubt(result.observe(before), writtenAhead) }
    : result;
  const { units } = result;
  const turn = await commitTurn(
    ports,
    { ...context, polled, units, fleet: context.fleet(head.target) },
    head,
  );
  if (turn !== null) logTurn(ports, head, turn.head, polled.unsupported);
  return turn;
}

/** The reply of a poll, with the units of metrics that the signals read during it show. */
type PolledWithUnits = PollReply & { readonly units?: ObservedUnits | undefined };

async function poll(
  { clock }: Pick<WatchPorts, 'clock'>,
  {
    failure,
    accountOf,
    unreadable,
    unlisted,
    showsAccounts,
    poll,
    policy,
    intervals,
    signals,
  }: ConnectionRun,
  head: Head,
): Promise<PolledWithUnits> {
  const at = clock.now();
  if (failure !== null || poll === undefined) {
    const because = failure?.message ?? 'its connection is not polled';
    const scope = 'everything';
    const isDoubted = failure instanceof ConnectionError && failure.kind === 'may-be-renamed';
    const doubt = isDoubted ? { mayCountTwice: because } : {};
    const observe = () => ({ kind: 'failed-poll', at, because, scope, ...doubt }) as const;
    return { at, asked: [], unsupported: [], observe };
  }
  const target = toTarget(head.target);
  if (target.kind === 'group') throw new TypeError(`${head.target} cannot be polled`);
  const plan = planPoll(head, policy, intervals, at);
  // Signals are read in every round, even when no VM is due, so that a failing source is reported continuously.
  const readsSignals = plan.usage.length > 0 || (plan.parts.has('usage') && head.deferredUsage !== null);
  const [seen, fleetSignals] = await Promise.all([
    poll({
      ...{ target, plan, at, account: accountOf.get(head.target) ?? null },
      unreadable: unreadable.get(head.target),
      ...{ zone: policy.timezone, showsAccounts, unsupportedLife: intervals.unsupportedLife },
      seenAt: head.seenAt,
      known: head.observation?.kind === 'project' ? head.observation.resources : [],
    }),
    target.kind === 'project' && readsSignals ? signals() : null,
  ]);
  const polled: PolledWithUnits =
    fleetSignals === null || target.kind !== 'project'
      ? seen
      : {
          ...seen,
          units: hasVmSignals(fleetSignals, target.id, head) ? fleetSignals.units : undefined,
          observe: (before: PreviousFacts) => withSignals(seen.observe(before), target.id, fleetSignals),
        };
  return unlisted.has(head.target)
    ? { ...polled, observe: (before) => asUnlisted(polled.observe(before), head) }
    : polled;
}

/**
 * Marks the failed poll of an unlisted target as expected if the cloud does not know the target: it is gone, which is no
 * fault of monitoring, and stays gone while it is not listed.
 */
const asUnlisted = (pollResult: PollResult, { failureScope }: Head): PollResult =>
  pollResult.kind === 'failed-poll' && (pollResult.isGone || failureScope === 'unlisted')
    ? { ...pollResult, scope: 'unlisted' }
    : pollResult;

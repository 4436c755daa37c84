import pMap from 'p-map';
import { type Cloud, type KnownBefore, type Polled, pollPatience } from '../../clouds/cloud.ts';
import { ClockError } from '../../clouds/http/clock-error.ts';
import type { CloudError } from '../../clouds/http/errors.ts';
import { withDoubt } from '../../decide/believed-head.ts';
import { type FleetContext, fleetContextFrom } from '../../decide/fleet-context.ts';
import type { Turn } from '../../decide/turn.ts';
import type { PollResult } from '../../model/facts/observation.ts';
import { type TargetId, targetOf } from '../../model/ids.ts';
import { isInShard, type Shard, wholeFleet } from '../../model/shard.ts';
import { defaultIntervals, type Intervals } from '../../model/time/intervals.ts';
import { isoInstant, milliseconds, type Span } from '../../model/time/time.ts';
import { type FleetSignals, withSignals } from '../../observe/signals/machine-signals.ts';
import { planPoll } from '../../observe/what-is-due.ts';
import { firstHead, type Head } from '../../state/head.ts';
import { unreadableAmong } from '../../state/override.ts';
import type { Policy } from '../../state/policy.ts';
import { noteWrongClock } from '../act/clock-fault.ts';
import { noteBlindness } from '../act/report-blindness.ts';
import { signalsOnce } from '../fleet-signals.ts';
import { type PortsOfOne, portsOfOne, type WatchPorts } from '../ports.ts';
import { commitTurn, requireReadable } from './commit-turn.ts';
import { type Found, findTargets } from './find-targets.ts';
import { believeHeads, writtenAhead } from './future-heads.ts';
import { logTurn } from './log-turn.ts';
import { type OnTurn, reportTurn, type TargetReport } from './report-turn.ts';
import { isInGroup, watchGroups } from './watch-groups.ts';

export type WatchRun = {
  readonly policy: Policy;
  readonly intervals?: Intervals;
  /** The part of the targets to poll. */
  readonly shard?: Shard;
  readonly onTurn?: OnTurn;
  /** Aborted when the run must stop asking the cloud. Targets not polled by then come first in the next run. */
  readonly until?: AbortSignal;
};

export type WatchReport = {
  readonly targets: readonly TargetReport[];
  /** The reason why the cloud could not be asked for its projects, or the clock's error; `null` when there is none. */
  readonly failure: CloudError | ClockError | null;
};

/**
 * Takes every target through one turn, the oldest poll first. One target's failure does not affect the others. A run
 * whose clock disagrees with the cloud's records only that.
 */
export async function watch(ports: WatchPorts, run: WatchRun): Promise<WatchReport> {
  try {
    return await watchAll(portsOfOne(ports), run);
  } catch (error) {
    if (!(error instanceof ClockError)) throw error;
    await noteWrongClock(ports, error);
    return { targets: [], failure: error };
  }
}

async function watchAll(
  { connection, ...others }: PortsOfOne<WatchPorts>,
  run: WatchRun,
): Promise<WatchReport> {
  const { provider } = connection;
  const asked = run.until === undefined ? provider : provider.askedBy({ signal: run.until });
  const ports = { ...others, connection: { ...connection, provider: asked } };
  const { policy, intervals = defaultIntervals, shard = wholeFleet } = run;
  // The first shard judges accounts and groups, from the heads of all shards.
  const stored = await ports.ledger.heads(shard.index === 0 ? wholeFleet : shard);
  const now = ports.clock.now();
  const overrides = await ports.ledger.overrides(now);
  const unreadable = shard.index === 0 ? unreadableAmong(overrides) : null;
  if (unreadable !== null) await noteBlindness(ports, { matter: 'records', because: unreadable });
  const found = await findTargets(
    { ...connection, provider: asked.askedBy({ asker: { patience: findingPatience(intervals) } }) },
    stored,
  );
  const { heads, doubted } = await believeHeads(ports, stored, { policy, intervals });
  const around = fleetContextFrom(heads, overrides, run.policy, now);
  if (found.failure) ports.log('targets-not-found', { because: found.failure.message });
  for (const because of found.missing) ports.log('targets-not-all-listed', { because });
  if (found.failure && found.targets.length === 0)
    await noteBlindness(ports, { matter: 'sight', because: found.failure.message });
  const ended = endOf(run.until);
  const context: Context = {
    ...{ ...found, ended, policy, intervals, around, doubted },
    poll: asked.polls(),
    signals: signalsOnce(ports, intervals, heads),
  };
  const newest = new Map(heads.map((head) => [head.target, head]));
  const onTurn = (turn: Turn): void => {
    const { target } = turn.head;
    if (isInGroup(policy, target)) newest.set(target, turn.head);
    run.onTurn?.(turn);
  };
  const targets = await pMap(
    found.targets
      .filter((target) => isInShard(target, shard))
      .map((target) => newest.get(target) ?? firstHead(target))
      .sort(byOldestPoll),
    (head) => {
      const { target } = head;
      return reportTurn(ports, target, () => turnTarget(ports, context, head), onTurn);
    },
    { concurrency: targetsAtOnce },
  );
  logLeft(ports, targets, newest);
  // Where nothing could be seen, groups have nothing new either, and the cloud has not confirmed the time.
  if (shard.index > 0 || found.failure !== null) return { targets, failure: found.failure };
  const groups = await watchGroups(ports, context, around, [...newest.values()], run.onTurn);
  return { targets: [...targets, ...groups], failure: found.failure };
}

/** More would not be faster, as requests in flight are limited too, and would hold more replies and heads in memory. */
const targetsAtOnce = 64;

/** The input that all targets of a run share. */
type Context = Found & {
  readonly policy: Policy;
  readonly intervals: Intervals;
  readonly poll: ReturnType<Cloud['polls']>;
  readonly around: (target: TargetId) => FleetContext;
  readonly ended: Ended;
  readonly doubted: ReadonlySet<TargetId>;
  readonly signals: () => Promise<FleetSignals>;
};

/** The end of the time in which a run may ask the cloud. */
type Ended = { readonly isOver: () => boolean; readonly over: Promise<'left'> };

const endOf = (until: AbortSignal | undefined): Ended => ({
  isOver: () => until?.aborted === true,
  over: new Promise((resolve) => {
    until?.addEventListener('abort', () => resolve('left'), { once: true });
  }),
});

/** Only a part of the run: if the projects cannot be listed, that must still be recorded for each target. */
const findingPatience = ({ pollEvery }: Intervals): Span =>
  milliseconds(Math.min(pollPatience, pollEvery * 0.4));

/** Orders heads by their last poll; those never polled come first. */
const byOldestPoll = (left: Head, right: Head): number => (left.polledAt ?? 0) - (right.polledAt ?? 0);

function logLeft(
  { log }: Pick<WatchPorts, 'log'>,
  reports: readonly TargetReport[],
  heads: ReadonlyMap<TargetId, Head>,
): void {
  const left = reports.filter(({ kind }) => kind === 'left');
  const [oldest] = left;
  if (oldest === undefined) return;
  const polledAt = heads.get(oldest.target)?.polledAt ?? null;
  log('targets-left', {
    count: left.length,
    oldest: oldest.target,
    polledAt: polledAt === null ? 'never' : isoInstant(polledAt),
    because: 'the time of the run ended first; the next one begins with them',
  });
}

/** Polls a target once, and takes a turn from the result. */
async function turnTarget(
  ports: Omit<WatchPorts, 'connections'>,
  context: Context,
  known: Head,
): Promise<Turn | 'left' | null> {
  requireReadable(known);
  const { isOver, over } = context.ended;
  if (isOver()) return 'left';
  const seen = await Promise.race([poll(ports, context, known), over]);
  // An interrupted poll is no observation.
  if (seen === 'left' || isOver()) return 'left';
  const polled = context.doubted.has(known.target)
    ? { ...seen, observe: (before: KnownBefore) => withDoubt(seen.observe(before), writtenAhead) }
    : seen;
  const turn = await commitTurn(ports, { ...context, polled, around: context.around(known.target) }, known);
  if (turn !== null) logTurn(ports, known, turn.head, polled.lacking);
  return turn;
}

async function poll(
  { clock }: Pick<WatchPorts, 'clock'>,
  { failure, accountOf, unreadable, unlisted, showsAccounts, poll, policy, intervals, signals }: Context,
  head: Head,
): Promise<Polled> {
  const at = clock.now();
  if (failure) {
    const because = failure.message;
    const scope = 'everything';
    return { at, asked: [], lacking: [], observe: () => ({ kind: 'failed-poll', at, because, scope }) };
  }
  const target = targetOf(head.target);
  if (target.kind === 'group') throw new TypeError(`${head.target} cannot be polled`);
  const plan = planPoll(head, policy, intervals, at);
  // Signals are read in every round, even when no VM is due, so that a failing source is reported continuously.
  const readsSignals = plan.usage.length > 0 || (plan.parts.has('usage') && head.deferredUsage !== null);
  const [seen, fleetSignals] = await Promise.all([
    poll({
      ...{ target, plan, at, account: accountOf.get(head.target) ?? null },
      unreadable: unreadable.get(head.target),
      ...{ zone: policy.timezone, showsAccounts, unsupportedLife: intervals.unsupportedLife },
      known: head.observation?.kind === 'project' ? head.observation.resources : [],
    }),
    target.kind === 'project' && readsSignals ? signals() : null,
  ]);
  const polled =
    fleetSignals === null || target.kind !== 'project'
      ? seen
      : {
          ...seen,
          observe: (before: KnownBefore) => withSignals(seen.observe(before), target.id, fleetSignals),
        };
  return unlisted.has(head.target)
    ? { ...polled, observe: (before) => asUnlisted(polled.observe(before), head) }
    : polled;
}

/**
 * Marks the poll of an unlisted target that the cloud does not know either: it is gone, which is no fault of monitoring,
 * and stays gone while it is not listed.
 */
const asUnlisted = (pollResult: PollResult, { failureScope }: Head): PollResult =>
  pollResult.kind === 'failed-poll' && (pollResult.isGone || failureScope === 'unlisted')
    ? { ...pollResult, scope: 'unlisted' }
    : pollResult;

import { ClockError } from '../../clouds/http/clock-error.ts';
import type { CloudError } from '../../clouds/http/errors.ts';
import { createFleetContextBuilder } from '../../decide/fleet-context.ts';
import type { Turn } from '../../decide/turn.ts';
import type { ConnectionName } from '../../model/connection-name.ts';
import { toTarget } from '../../model/ids.ts';
import { type Shard, wholeFleet } from '../../model/shard.ts';
import { defaultIntervals, type Intervals } from '../../model/time/intervals.ts';
import { toConnectionField } from '../../state/control.ts';
import type { Head } from '../../state/head.ts';
import { listHeadConnections } from '../../state/heads-by-connection.ts';
import { describeUnreadableOverrides } from '../../state/override.ts';
import type { Policy } from '../../state/policy.ts';
import { renamedOverrides } from '../../state/renamed-overrides.ts';
import { noteWrongClock } from '../act/clock-fault.ts';
import { noteBlindness } from '../act/report-blindness.ts';
import { allDone } from '../all-done.ts';
import { signalsOnce } from '../fleet-signals.ts';
import type { WatchPorts } from '../ports.ts';
import { askConnections, type ConnectionReply, createLeftoverReply } from './ask-connections.ts';
import type { ConnectionError } from './connection-error.ts';
import type { TargetReport, TurnListener } from './report-turn.ts';
import { createRunDeadline, turnTargets } from './watch-connection.ts';
import { isInGroup, watchGroups } from './watch-groups.ts';

export type WatchRun = {
  readonly policy: Policy;
  readonly intervals?: Intervals;
  /** The part of the targets to poll. */
  readonly shard?: Shard;
  readonly onTurn?: TurnListener;
  /** Aborted when the run must stop polling. Targets not polled by then come first in the next run. */
  readonly until?: AbortSignal;
};

/** A connection that could not be asked for its targets, is not asked, or whose cloud's clock contradicts ours. */
export type ConnectionFailure = {
  readonly connection: ConnectionName | null;
  readonly error: CloudError | ClockError | ConnectionError;
};

export type WatchReport = {
  readonly targets: readonly TargetReport[];
  /** The connections that failed as a whole. */
  readonly failures: readonly ConnectionFailure[];
  /** True if at least one connection did not fail as a whole. */
  readonly sawSome: boolean;
};

/**
 * Takes every target through one turn, the oldest poll of each connection first. The failure of a target or connection
 * does not affect the others. If a cloud's clock contradicts ours, only that is recorded for its connection.
 */
export async function watch({ connections, ...ports }: WatchPorts, run: WatchRun): Promise<WatchReport> {
  const { policy, intervals = defaultIntervals, shard = wholeFleet, until } = run;
  // The first shard judges accounts and groups, from the heads of all shards.
  const stored = await ports.ledger.heads(shard.index === 0 ? wholeFleet : shard);
  const now = ports.clock.now();
  const overrides = await ports.ledger.overrides(now);
  const unreadable = shard.index === 0 ? describeUnreadableOverrides(overrides) : null;
  if (unreadable !== null) await noteBlindness(ports, { matter: 'records', because: unreadable });
  const createFleetContext = (heads: readonly Head[]) =>
    createFleetContextBuilder(heads, renamedOverrides(overrides, heads), policy, now);
  const groups = stored.filter(({ target }) => toTarget(target).kind === 'group');
  // The heads as they were read, or rebuilt if a clock that was ahead wrote them. The second map also has the heads of
  // groups' members after their turns.
  const beforeTurns = new Map(stored.map((head) => [head.target, head]));
  const afterTurns = new Map(beforeTurns);
  const signals = signalsOnce(ports, intervals, () => [...beforeTurns.values()]);
  const terms = { policy, intervals, shard, signals, ended: createRunDeadline(until) };
  const onTurn = (turn: Turn): void => {
    const { target } = turn.head;
    if (isInGroup(policy, target)) afterTurns.set(target, turn.head);
    run.onTurn?.(turn);
  };

  async function watchOne(
    connection: ConnectionName | null,
    ask: () => Promise<ConnectionReply>,
  ): Promise<Omit<WatchReport, 'sawSome'>> {
    try {
      const { found, believed, poll } = await ask();
      for (const head of believed.heads)
        for (const heads of [beforeTurns, afterTurns]) heads.set(head.target, head);
      await tellFound(ports, connection, found);
      const fleet = createFleetContext([...believed.heads, ...groups]);
      const input = { ...terms, ...found, ...believed, fleet, ...(poll && { poll }) };
      const targets = await turnTargets(ports, input, onTurn);
      return { targets, failures: found.failure === null ? [] : [{ connection, error: found.failure }] };
    } catch (error) {
      if (!(error instanceof ClockError)) throw error;
      await noteWrongClock(ports, connection, error);
      return { targets: [], failures: [{ connection, error }] };
    }
  }

  const isFirst = shard.index === 0;
  const { listings, renamed } = askConnections(ports, {
    ...{ connections, policy, intervals, until, isFirst },
    heads: stored,
  });
  const reports = await allDone([
    ...listings.map(
      ({ name, ask }) =>
        () =>
          watchOne(name, ask),
    ),
    ...listHeadConnections(stored)
      .filter((name) => !connections.some((connection) => connection.name === name))
      .map((name) => () => watchOne(name, () => createLeftoverReply(name, stored, renamed()))),
  ]);
  const targets = reports.flatMap((report) => report.targets);
  const failures = reports.flatMap((report) => report.failures);
  // If every connection failed, groups have nothing new either, and no cloud has confirmed the time.
  const sawSome = connections.some(({ name }) => !failures.some(({ connection }) => connection === name));
  if (shard.index > 0 || !sawSome) return { targets, failures, sawSome };
  for (const target of (await renamed()).moved)
    for (const heads of [beforeTurns, afterTurns]) heads.delete(target);
  const fleet = createFleetContext([...beforeTurns.values()]);
  const judged = await watchGroups(ports, { policy, intervals }, fleet, [...afterTurns.values()], run.onTurn);
  return { targets: [...targets, ...judged], failures, sawSome };
}

/** Logs why targets of a connection could not be found, and notes it as blindness if the connection has no known target. */
async function tellFound(
  ports: Pick<WatchPorts, 'ledger' | 'clock' | 'log'>,
  connection: ConnectionName | null,
  { failure, targets, missing }: ConnectionReply['found'],
): Promise<void> {
  const connectionField = toConnectionField(connection);
  if (failure !== null) ports.log('targets-not-found', { ...connectionField, because: failure.message });
  for (const because of missing) ports.log('targets-not-all-listed', { ...connectionField, because });
  if (failure !== null && targets.length === 0)
    await noteBlindness(ports, { matter: 'sight', ...connectionField, because: failure.message });
}

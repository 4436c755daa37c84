import { createFleetContextBuilder } from '../../decide/fleet-context.ts';
import { isPolledLate } from '../../decide/own-health/blindness.ts';
import { type MissedHeartbeatInput, raiseMissedHeartbeat } from '../../decide/own-health/missed-heartbeat.ts';
import { groupByKey } from '../../model/grouped-by.ts';
import { getTargetConnection } from '../../model/ids.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { findLatest, type Instant } from '../../model/time/time.ts';
import type { Head } from '../../state/head.ts';
import type { Override } from '../../state/override.ts';
import type { Policy } from '../../state/policy.ts';
import { commitChange } from '../commit-change.ts';
import { orLogged } from '../log.ts';
import type { ActPorts } from '../ports.ts';

/** Returns the heads, with a notification in the outbox of each whose target was last polled too long ago. */
export async function raiseMissedHeartbeats(
  ports: Omit<ActPorts, 'connections'>,
  policy: Policy,
  intervals: Intervals,
  heads: readonly Head[],
): Promise<readonly Head[]> {
  const now = ports.clock.now();
  const newest = new Map(
    [...groupByKey(heads, ({ target }) => getTargetConnection(target))].map(
      ([connection, own]) => [connection, findLatest(own.flatMap(({ polledAt }) => polledAt ?? []))] as const,
    ),
  );
  const isStale = (head: Head) => isPolledLate(head, { now, intervals });
  const hasRule = policy.rules.some(({ kind }) => kind === 'freshness');
  if (!hasRule || !heads.some(isStale)) return heads;
  const fleet = createFleetContextBuilder(heads, await readOverrides(ports, now), policy, now);
  const raised: Head[] = [];
  for (const head of heads) {
    const { target } = head;
    const newestPoll = newest.get(getTargetConnection(target)) ?? now;
    const context = { policy, intervals, fleet: fleet(target), newestPoll, now };
    raised.push((isStale(head) ? await raise(ports, head, context) : null) ?? head);
  }
  return raised;
}

/** Reads the overrides; none if that fails, because a notification despite a silence is better than a missing one. */
const readOverrides = async (
  { ledger, log }: Omit<ActPorts, 'connections'>,
  now: Instant,
): Promise<readonly Override[]> =>
  (await orLogged(log, 'silences-not-read', {}, () => ledger.overrides(now))) ?? [];

/** Raises one target's missed heartbeat; a failure does not affect the others. */
const raise = (
  { ledger, log }: Omit<ActPorts, 'connections'>,
  head: Head,
  context: MissedHeartbeatInput,
): Promise<Head | null> =>
  orLogged(log, 'silence-not-raised', { target: head.target }, () =>
    commitChange(ledger, head, (newest) => raiseMissedHeartbeat(newest, context)),
  );

import { ofConnection } from '../../model/connection-name.ts';
import type { HandedTargets } from '../../model/shard.ts';
import { defaultIntervals } from '../../model/time/intervals.ts';
import type { Head } from '../../state/head.ts';
import { selectConnectionHeads } from '../../state/heads-by-connection.ts';
import { allDone } from '../all-done.ts';
import { orLogged } from '../log.ts';
import type { ActPorts, Connection } from '../ports.ts';
import { sameAccount } from '../watch/connection-error.ts';
import type { WatchRun } from '../watch/watch.ts';
import { type ActionResult, carryOutAll } from './carry-out.ts';
import { sortByClock } from './clock-fault.ts';
import { createRunRoutes, deliverAll } from './deliver.ts';
import { raiseMissedHeartbeats } from './raise-missed-heartbeats.ts';
import { type ConnectionWithKey, keyFaultNow, reportAll, tellWrongClock } from './report-connections.ts';
import { reportRoutes } from './report-routes.ts';

export type ActRun = Pick<WatchRun, 'policy' | 'intervals'> & {
  /** The targets that a run of `watch` over one of several shards handed over. Default: all heads are read. */
  readonly handed?: HandedTargets;
  /** The reason why `policy` is the last good one instead of the policy file; `null` or absent if the file is in force. */
  readonly policyFault?: string | null;
  /** Aborted when the run may begin no more actions or requests. */
  readonly until?: AbortSignal;
};

export type ActReport = {
  readonly delivered: number;
  readonly undelivered: number;
  readonly carried: readonly ActionResult[];
  /** The reason why the API key for actions is unavailable, by connection; `null` if it is available. */
  readonly keyFault: string | null;
  /** The reasons why spendwatch as a whole is blind; empty if it is not. */
  readonly blind: readonly string[];
  /** All heads after the deliveries; `null` for a run that was handed targets. */
  readonly heads: readonly Head[] | null;
};

/**
 * Raises missed heartbeats, delivers pending notifications, then carries out waiting intents, each connection with its own
 * clock, key and caps. Only the last step needs cloud API keys; a connection without one takes no actions.
 */
export async function act({ connections, ...ports }: ActPorts, asked: ActRun): Promise<ActReport> {
  const { policy, intervals = defaultIntervals, handed, policyFault = null } = asked;
  const run = { policy, intervals, policyFault };
  const read = handed === undefined ? await ports.ledger.heads() : await handedHeads(ports, handed);
  const now = ports.clock.now();
  const { wrong, timely, isRefused, isSure } = await sortByClock(ports, connections, read, intervals);
  const clockReports = await Promise.all(wrong.map((one) => tellWrongClock(ports, one, read, run)));
  if (timely.length === 0) return { ...nothing, blind: clockReports.flat() };
  const usable = read.filter((head) => !isRefused(head));
  const raised = await withMissedHeartbeats(ports, asked, isSure, usable.filter(isSure));
  const deliverable = [...usable.filter((head) => !isSure(head)), ...raised];
  const routing = createRunRoutes(ports, policy);
  const { heads, delivered, undelivered } = await deliverAll(ports, routing, deliverable, { intervals, now });
  const keyed = await Promise.all(
    timely.map(async ({ connection, seen }): Promise<ConnectionWithKey> => {
      const own = selectConnectionHeads(heads, connection.name);
      return { connection, seen, keyFault: await keyFaultNow(ports, connection, policy, own) };
    }),
  );
  // Some of the heads prove nothing about all of them.
  const blind = handed === undefined ? await reportAll(ports, { ...run, routing, heads, wrong }, keyed) : [];
  await reportRoutes(ports, policy, routing);
  const all = [...heads, ...read.filter(isRefused)];
  const faults = keyed.flatMap(({ connection, keyFault }) =>
    keyFault === null ? [] : [ofConnection(connection.name, keyFault)],
  );
  return {
    blind: [...clockReports.flat(), ...blind],
    delivered,
    undelivered,
    carried: await carryOutEach({ connections, ...ports }, asked, keyed, all),
    keyFault: faults.length === 0 ? null : faults.join('; '),
    heads: handed === undefined ? all : null,
  };
}

const nothing = { delivered: 0, undelivered: 0, carried: [], keyFault: null, heads: null } as const;

/** Carries out the intents of each connection whose key is available and whose clock is not doubted. */
async function carryOutEach(
  { connections, ...ports }: ActPorts,
  { policy, intervals = defaultIntervals, handed, until }: ActRun,
  keyed: readonly ConnectionWithKey[],
  heads: readonly Head[],
): Promise<readonly ActionResult[]> {
  const able = keyed.filter(({ seen, keyFault }) => keyFault === null && seen !== 'doubted');
  if (able.length === 0) return [];
  const fleet = await readFleetHeads(ports, handed, heads);
  const carrying = withoutSharing(ports, connections, able, fleet).map(({ name, provider }) => {
    const limitedProvider = until === undefined ? provider : provider.askedBy({ signal: until });
    const own = { ...ports, connection: name, provider: limitedProvider };
    return () => carryOutAll(own, { policy, intervals, until }, fleet);
  });
  return (await allDone(carrying, mostAtOnce)).flat();
}

/** The number of connections at once. More would conflict over the control record too often. */
const mostAtOnce = 4;

/** Returns the connections that show no account of an earlier one, so that no resource is reached through two connections. */
function withoutSharing(
  { log }: Pick<ActPorts, 'log'>,
  connections: readonly Connection[],
  able: readonly ConnectionWithKey[],
  fleet: readonly Head[],
): readonly Connection[] {
  const shown = connections.map((connection) => {
    const heads = selectConnectionHeads(fleet, connection.name);
    const listed = heads.filter(({ failureScope }) => failureScope !== 'unlisted');
    return { connection, heads, targets: listed.map(({ target }) => target), marks: null };
  });
  return shown.flatMap((one, index) => {
    const { connection } = one;
    if (!able.some(({ connection: { name } }) => name === connection.name)) return [];
    const error = sameAccount(one, shown.slice(0, index));
    if (error === null) return [connection];
    log('connection-left-alone', { because: error.message });
    return [];
  });
}

/** Reads the heads of the targets that were handed over. An unreadable one is logged and left out. */
async function handedHeads(
  { ledger, log }: Pick<ActPorts, 'ledger' | 'log'>,
  { act: targets }: HandedTargets,
): Promise<Head[]> {
  const heads = await Promise.all(
    targets.map((target) => orLogged(log, 'head-unreadable', {}, () => ledger.head(target))),
  );
  return heads.flatMap((head) => head ?? []);
}

/** Raises missed heartbeats from all heads. Of several shards, the second one does so for the targets of the first. */
async function withMissedHeartbeats(
  ports: Omit<ActPorts, 'connections'>,
  { policy, intervals = defaultIntervals, handed }: ActRun,
  /** True if the clock of the connection of a head is not doubted. */
  isSure: (head: Head) => boolean,
  read: readonly Head[],
): Promise<readonly Head[]> {
  if (handed === undefined) return raiseMissedHeartbeats(ports, policy, intervals, read);
  if (handed.index !== 1) return read;
  const first = (await ports.ledger.heads({ index: 0, count: handed.count })).filter(isSure);
  const targets = new Set(first);
  const raised = await raiseMissedHeartbeats(ports, policy, intervals, first);
  return [...read, ...raised.filter((head) => !targets.has(head))];
}

/** Returns all heads if an intent waits, because caps count all waiting actions and all VMs; otherwise the given ones. */
const readFleetHeads = (
  { ledger }: Pick<ActPorts, 'ledger'>,
  handed: HandedTargets | undefined,
  heads: readonly Head[],
): Promise<readonly Head[]> | readonly Head[] => {
  const isWaiting = heads.some(({ intents }) => intents.some(({ state }) => state.kind === 'waiting'));
  return handed === undefined || !isWaiting ? heads : ledger.heads();
};

import { ClockError } from '../../clouds/http/clock-error.ts';
import type { Handed } from '../../model/shard.ts';
import { defaultIntervals, type Intervals } from '../../model/time/intervals.ts';
import { mayEnforce } from '../../rules/terms.ts';
import type { Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { orLogged } from '../log.ts';
import { type ActPorts, type PortsOfOne, portsOfOne } from '../ports.ts';
import { type Carried, carryOutAll } from './carry-out.ts';
import { confirmTime, noteWrongClock } from './clock-fault.ts';
import { raiseMissedHeartbeats } from './raise-missed-heartbeats.ts';
import { reportBlindness } from './report-blindness.ts';
import { reportRoutes } from './report-routes.ts';
import { deliverAll, routingOf } from './routing.ts';

export type ActRun = {
  readonly policy: Policy;
  readonly intervals?: Intervals;
  /** The heads handed on by a run of `watch` over one shard of several; without it all heads are swept. */
  readonly handed?: Handed;
  /**
   * The reason why the policy file is not in force, and `policy` is the last good one; `null` or absent when it is in
   * force.
   */
  readonly policyFault?: string | null;
  /** Aborted when the run may begin no more actions or requests. */
  readonly until?: AbortSignal;
};

export type ActReport = {
  readonly delivered: number;
  readonly undelivered: number;
  readonly carried: readonly Carried[];
  /** The reason why no action was possible: the API key for actions is unavailable. */
  readonly keyFault: string | null;
  /** The reasons why spendwatch as a whole is blind; empty when it is not. */
  readonly blind: readonly string[];
  /** All heads after the deliveries; `null` for a run that was handed some. */
  readonly heads: readonly Head[] | null;
};

/**
 * Raises missed heartbeats, delivers pending notifications, then carries out waiting intents. Only the last step
 * needs a cloud API key, and without one nothing is claimed.
 */
export async function act(
  given: ActPorts,
  { policy, intervals = defaultIntervals, handed, policyFault = null, until }: ActRun,
): Promise<ActReport> {
  const ports = portsOfOne(given);
  const { provider } = ports.connection;
  const read = handed === undefined ? await ports.ledger.heads() : await headsOf(ports, handed);
  const now = ports.clock.now();
  const seen = await confirmTime(ports, read, intervals);
  if (seen instanceof ClockError)
    return refused(ports, { policy, intervals, policyFault, heads: read }, seen);
  // At a doubtful time, overdue polls cannot be recognized, and nothing is stopped.
  const isTimeDoubted = seen === 'doubted';
  const known = isTimeDoubted ? read : await withMissedHeartbeats(ports, { policy, intervals, handed }, read);
  const routing = routingOf(ports, policy);
  const { heads, delivered, undelivered } = await deliverAll(ports, routing, known, { intervals, now });
  const keyFault = await keyFaultNow(ports, policy, heads);
  // A part of the heads proves nothing about all of them.
  const blind =
    handed === undefined
      ? await reportBlindness(ports, {
          ...{ policy, intervals, routing, heads, policyFault, keyFault },
          isClockRight: seen === 'right',
        })
      : [];
  await reportRoutes(ports, policy, routing);
  const carried =
    keyFault === null && !isTimeDoubted
      ? await carryOutAll(
          { ...ports, provider: until === undefined ? provider : provider.askedBy({ signal: until }) },
          { policy, intervals, until },
          await fleetFor(ports, handed, heads),
        )
      : [];
  return { blind, delivered, undelivered, carried, keyFault, heads: handed === undefined ? heads : null };
}

/**
 * Handles a wrong clock: nothing is delivered, recorded or carried out. Only the wrong clock is reported, by the
 * cloud's time.
 */
async function refused(
  ports: PortsOfOne<ActPorts>,
  {
    policy,
    heads,
    ...run
  }: Required<Pick<ActRun, 'policy' | 'intervals' | 'policyFault'>> & {
    readonly heads: readonly Head[];
  },
  error: ClockError,
): Promise<ActReport> {
  const right = await noteWrongClock(ports, error);
  const routing = routingOf(right, policy);
  const keyFault = await keyFaultNow(right, policy, heads);
  const clock = { isClockRight: false, clockFault: error.message };
  await reportBlindness(right, { ...run, ...clock, policy, routing, heads, keyFault });
  const blind = [error.message];
  return { blind, delivered: 0, undelivered: 0, carried: [], keyFault: null, heads: null };
}

/**
 * Returns why the API key for actions is unavailable; `null` when it is available or not needed. A missing key
 * prevents only actions.
 */
async function keyFaultNow(
  { connection: { keyFault }, log }: Pick<PortsOfOne<ActPorts>, 'connection' | 'log'>,
  { rules }: Policy,
  heads: readonly Head[],
): Promise<string | null> {
  const isNeeded = rules.some(mayEnforce) || heads.some(({ intents }) => intents.length > 0);
  const because = keyFault === undefined || !isNeeded ? null : await keyFault();
  if (because !== null) log('key-lost', { because });
  return because;
}

/** Leaves an unreadable head to the sweep: one target's failure does not affect the others. */
async function headsOf(
  { ledger, log }: Pick<ActPorts, 'ledger' | 'log'>,
  { act: targets }: Handed,
): Promise<Head[]> {
  const heads = await Promise.all(
    targets.map((target) => orLogged(log, 'head-unreadable', {}, () => ledger.head(target))),
  );
  return heads.flatMap((head) => head ?? []);
}

/** The first shard sweeps all heads; if its own targets are not polled, the second shard reports it. */
async function withMissedHeartbeats(
  ports: Omit<ActPorts, 'connections'>,
  {
    policy,
    intervals,
    handed,
  }: {
    readonly policy: Policy;
    readonly intervals: Intervals;
    readonly handed: Handed | undefined;
  },
  read: readonly Head[],
): Promise<readonly Head[]> {
  if (handed === undefined) return raiseMissedHeartbeats(ports, policy, intervals, read);
  if (handed.index !== 1) return read;
  const first = await ports.ledger.heads({ index: 0, count: handed.count });
  const known = new Set(first);
  const raised = await raiseMissedHeartbeats(ports, policy, intervals, first);
  return [...read, ...raised.filter((head) => !known.has(head))];
}

/** Returns all heads when an intent waits: caps count everything that waits, and all machines. */
const fleetFor = (
  { ledger }: Pick<ActPorts, 'ledger'>,
  handed: Handed | undefined,
  heads: readonly Head[],
): Promise<readonly Head[]> | readonly Head[] => {
  const isWaiting = heads.some(({ intents }) => intents.some(({ state }) => state.kind === 'waiting'));
  return handed === undefined || !isWaiting ? heads : ledger.heads();
};

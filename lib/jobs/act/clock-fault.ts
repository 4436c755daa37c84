import { type ClockCheck, ClockError, setRight } from '../../clouds/http/clock-error.ts';
import { isClockDoubted, isPolledLate } from '../../decide/own-health/blindness.ts';
import type { ConnectionName } from '../../model/connection-name.ts';
import { getTargetConnection, toTarget } from '../../model/ids.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { isAhead } from '../../model/time/time.ts';
import { LedgerError } from '../../record/ledger.ts';
import { toConnectionField } from '../../state/control.ts';
import type { Head } from '../../state/head.ts';
import { selectConnectionHeads } from '../../state/heads-by-connection.ts';
import type { ActPorts, Connection, WatchPorts } from '../ports.ts';
import { noteBlindness } from './report-blindness.ts';

/** The state of our clock in a run of `act`; `doubted` if it was noted as wrong and the cloud does not confirm it now. */
type TimeKnown = ClockCheck | 'doubted';
/** A connection, and what its cloud shows of our clock. */
export type ConnectionClock = { readonly connection: Connection; readonly seen: TimeKnown };

/** The connections of a run, sorted by what their clouds show of our clock. */
type ByClock = {
  /** The connections whose cloud contradicts our clock. Nothing is delivered, recorded or carried out for their heads. */
  readonly wrong: readonly ConnectionClock[];
  readonly timely: readonly ConnectionClock[];
  readonly isRefused: (head: Head) => boolean;
  /** False if the clock is wrong or doubted: overdue polls cannot be recognized then, and nothing is stopped. */
  readonly isSure: (head: Head) => boolean;
};

/** Sorts the connections by what their clouds show of our clock. Heads of groups count for every connection. */
export async function sortByClock(
  ports: Pick<ActPorts, 'ledger' | 'clock'>,
  connections: readonly Connection[],
  heads: readonly Head[],
  intervals: Intervals,
): Promise<ByClock> {
  const groups = heads.filter(({ target }) => toTarget(target).kind === 'group');
  const timed = await Promise.all(
    connections.map(async (connection): Promise<ConnectionClock> => {
      const own = [...selectConnectionHeads(heads, connection.name), ...groups];
      return { connection, seen: await confirmTime(ports, connection, own, intervals) };
    }),
  );
  const isWrong = ({ seen }: ConnectionClock) => seen instanceof ClockError;
  const findKnownTime = ({ target }: Head) =>
    timed.find(({ connection }) => connection.name === getTargetConnection(target))?.seen;
  const isRefused = (head: Head) => findKnownTime(head) instanceof ClockError;
  return {
    wrong: timed.filter(isWrong),
    timely: timed.filter((one) => !isWrong(one)),
    isRefused,
    isSure: (head) => !isRefused(head) && findKnownTime(head) !== 'doubted',
  };
}

/** Asks the cloud of a connection for the time if the run may store it in these heads, or if the clock was noted as wrong. */
async function confirmTime(
  ports: Pick<ActPorts, 'ledger' | 'clock'>,
  connection: Connection,
  heads: readonly Head[],
  intervals: Intervals,
): Promise<TimeKnown> {
  const now = ports.clock.now();
  const dependsOnTime = heads.some(
    (head) =>
      head.intents.length > 0 ||
      (head.polledAt !== null && isAhead(head.polledAt, now)) ||
      isPolledLate(head, { now, intervals }),
  );
  const mayWrite = dependsOnTime || heads.some(({ outbox }) => outbox.length > 0);
  if (!mayWrite && !(await isNotedWrong(ports, connection.name, intervals))) return 'unknown';
  const clock = await connection.provider.seeClock();
  if (clock !== 'unknown' || !dependsOnTime) return clock;
  return (await isNotedWrong(ports, connection.name, intervals)) ? 'doubted' : 'unknown';
}

/** Returns true if a run noted that our clock is wrong, and none has found it right since. */
async function isNotedWrong(
  { ledger, clock }: Pick<ActPorts, 'ledger' | 'clock'>,
  connection: ConnectionName | null,
  intervals: Intervals,
): Promise<boolean> {
  try {
    const [control, notes] = await Promise.all([ledger.control(), ledger.noted()]);
    return isClockDoubted(control, notes, { connection, now: clock.now(), intervals });
  } catch (error) {
    // An unreadable record may contain such a note. The report of blindness fails on it too, and reports it.
    if (error instanceof LedgerError) return true;
    throw error;
  }
}

/** Notes that our clock is wrong, and returns ports whose clock is that of the cloud. */
export async function noteWrongClock<Ports extends Pick<WatchPorts, 'ledger' | 'clock' | 'log'>>(
  ports: Ports,
  connection: ConnectionName | null,
  error: ClockError,
): Promise<Ports> {
  const right = { ...ports, clock: { ...ports.clock, ...setRight(ports.clock, error) } };
  await noteBlindness(right, { matter: 'clock', ...toConnectionField(connection), because: error.message });
  return right;
}

import { type ClockError, type ClockSeen, setRight } from '../../clouds/http/clock-error.ts';
import { isClockDoubted, isPolledLate } from '../../decide/own-health/blindness.ts';
import type { ConnectionName } from '../../model/connection-name.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { isAhead } from '../../model/time/time.ts';
import { LedgerError } from '../../record/ledger.ts';
import { fieldOf } from '../../state/control.ts';
import type { Head } from '../../state/head.ts';
import type { ActPorts, Connection, WatchPorts } from '../ports.ts';
import { noteBlindness } from './report-blindness.ts';

/**
 * The state of the clock in a run of `act`; doubted if it was noted as wrong and the cloud does not confirm it now.
 */
export type TimeKnown = ClockSeen | 'doubted';

/**
 * Asks the cloud of a connection for the time if the run may write it down in these heads, or if the clock was noted as
 * wrong.
 */
export async function confirmTime(
  ports: Pick<ActPorts, 'ledger' | 'clock'>,
  connection: Connection,
  heads: readonly Head[],
  intervals: Intervals,
): Promise<TimeKnown> {
  const now = ports.clock.now();
  const goesByTime = heads.some(
    (head) =>
      head.intents.length > 0 ||
      (head.polledAt !== null && isAhead(head.polledAt, now)) ||
      isPolledLate(head, { now, intervals }),
  );
  const mayWrite = goesByTime || heads.some(({ outbox }) => outbox.length > 0);
  if (!mayWrite && !(await isNotedWrong(ports, connection.name, intervals))) return 'unknown';
  const clock = await connection.provider.seeClock();
  if (clock !== 'unknown' || !goesByTime) return clock;
  return (await isNotedWrong(ports, connection.name, intervals)) ? 'doubted' : 'unknown';
}

/** Reports whether a run noted that our clock is wrong, and none has reported since that it is right. */
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

/** Notes that our clock is wrong, and returns ports with the cloud's clock, by which that is reported. */
export async function noteWrongClock<Ports extends Pick<WatchPorts, 'ledger' | 'clock' | 'log'>>(
  ports: Ports,
  connection: ConnectionName | null,
  error: ClockError,
): Promise<Ports> {
  const right = { ...ports, clock: { ...ports.clock, ...setRight(ports.clock, error) } };
  await noteBlindness(right, { matter: 'clock', ...fieldOf(connection), because: error.message });
  return right;
}

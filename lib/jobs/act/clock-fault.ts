import { isClockDoubted } from '../../decide/own-health/blindness.ts';
import { leastPolls } from '../../evaluate/watcher.ts';
import type { Head } from '../../model/head.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { between, type Instant, isAhead } from '../../model/time/time.ts';
import { type ClockError, setRight } from '../../providers/clock-error.ts';
import { LedgerError } from '../../record/ledger.ts';
import type { ActPorts, WatchPorts } from '../ports.ts';
import { noteBlindness } from './report-blindness.ts';

/** Whether a run noted that our clock is wrong, and none has told since that it is right. */
export async function needsConfirmedTime(
  { ledger, clock }: Pick<ActPorts, 'ledger' | 'clock'>,
  intervals: Intervals,
): Promise<boolean> {
  try {
    const [control, notes] = await Promise.all([ledger.control(), ledger.noted()]);
    return isClockDoubted(control, notes, { now: clock.now(), intervals });
  } catch (error) {
    // Whoever tells of blindness meets that again, and tells it.
    if (error instanceof LedgerError) return false;
    throw error;
  }
}

/** Notes that our clock is wrong, and ports by whose clock that is told: the cloud's. */
export async function noteWrongClock<Ports extends Pick<WatchPorts, 'ledger' | 'clock' | 'log'>>(
  ports: Ports,
  error: ClockError,
): Promise<Ports> {
  const right = { ...ports, clock: { ...ports.clock, ...setRight(ports.clock, error) } };
  await noteBlindness(right, { matter: 'clock', because: error.message });
  return right;
}

/** Whether a run of `act` may write the time into a head: something waits in it, or it seems that nobody looks. */
export function goesByTime(
  { outbox, intents, polledAt }: Head,
  now: Instant,
  { pollEvery }: Pick<Intervals, 'pollEvery'>,
): boolean {
  if (outbox.length > 0 || intents.length > 0) return true;
  return polledAt !== null && (isAhead(polledAt, now) || between(polledAt, now) >= leastPolls * pollEvery);
}

import { createUnitTracker } from '../evidence/units.ts';
import { freshWithin, usageSlot } from '../model/facts/usage.ts';
import type { TargetId } from '../model/ids.ts';
import type { Reread } from '../model/reread.ts';
import type { Intervals } from '../model/time/intervals.ts';
import { earlier, type Instant, instant, milliseconds, minutes, type Span } from '../model/time/time.ts';
import { type FleetSignals, selectMachineSignals, sharedNames } from '../observe/signals/machine-signals.ts';
import { pushes, readSignals, type SignalSource, type SignalWindow } from '../observe/signals/signals.ts';
import type { Head } from '../state/head.ts';
import { noteBlindness } from './act/report-blindness.ts';
import type { Log, WatchPorts } from './ports.ts';

/** The maximum delay at which a signal still counts, including that of a retry after a failure. */
const comesWithin: Span = minutes(30);

/** Returns the slots to request in a poll. Each slot is requested again while its signals may still arrive. */
export function slotsDue(now: Instant, usageEvery: Span): SignalWindow {
  const until = instant(Math.floor(now / usageSlot) * usageSlot);
  return { from: earlier(until, milliseconds(usageEvery + comesWithin)), until };
}

/** Reads the signals of the fleet. Failures of sources are logged and returned. */
export async function fleetSignals(
  { signals = [], log }: { readonly signals?: readonly SignalSource[]; readonly log: Log },
  window: SignalWindow,
  heads: readonly Head[],
): Promise<FleetSignals & { readonly failures: readonly string[] }> {
  const units = createUnitTracker(
    heads.map(({ unitsSeen }) => unitsSeen),
    window.until,
  );
  const { of, failures } = await readSignals(signals, window, units.of);
  for (const because of failures) log('signals-failed', { because });
  return { of, failures, shared: sharedNames(heads), units: units.seen() };
}

/** Returns a reread resource as it is, in place of `recentSignalsAdder` if no signals are needed. */
export const asRead = (reread: Reread): Reread => reread;

/** Reads the recent signals, up to now, and returns a function that adds them to a reread resource of the project. */
export async function recentSignalsAdder(
  ports: Parameters<typeof fleetSignals>[0],
  project: TargetId,
  heads: readonly Head[],
  now: Instant,
): Promise<(reread: Reread) => Reread> {
  const signals = await fleetSignals(ports, { from: earlier(now, freshWithin), until: now }, heads);
  const { failures } = signals;
  const signalsFault = {
    because: failures.join('; '),
    hidesJobs: failures.some((failure) => failure.startsWith(`${pushes}: `)),
  };
  return (reread) => ({
    ...reread,
    signals: selectMachineSignals(signals, project, reread.resource),
    ...(failures.length > 0 && { signalsFault }),
  });
}

/** Returns a function that reads the signals of the fleet at its first call, once for all targets of the run. */
export function signalsOnce(
  ports: Omit<WatchPorts, 'connections'>,
  { usageEvery }: Intervals,
  heads: () => readonly Head[],
): () => Promise<FleetSignals> {
  let reading: Promise<FleetSignals> | undefined;
  const read = async () => {
    const signals = await fleetSignals(ports, slotsDue(ports.clock.now(), usageEvery), heads());
    const [because] = signals.failures;
    if (because !== undefined) await noteBlindness(ports, { matter: 'signals', because });
    return signals;
  };
  return () => {
    reading ??= read();
    return reading;
  };
}

import type { Head } from '../../model/head.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import type { FleetSignals } from '../../observe/signals/machine-signals.ts';
import { noteBlindness } from '../act/report-blindness.ts';
import { fleetSignals, slotsDue } from '../fleet-signals.ts';
import type { WatchPorts } from '../ports.ts';

/** Returns a function that reads the signals of the fleet when first asked, once for all targets of the run. */
export function signalsOnce(
  ports: WatchPorts,
  { usageEvery }: Intervals,
  heads: readonly Head[],
): () => Promise<FleetSignals> {
  let reading: Promise<FleetSignals> | undefined;
  const read = async () => {
    const signals = await fleetSignals(ports, slotsDue(ports.clock.now(), usageEvery), heads);
    const [because] = signals.failures;
    if (because !== undefined) await noteBlindness(ports, { matter: 'signals', because });
    return signals;
  };
  return () => {
    reading ??= read();
    return reading;
  };
}

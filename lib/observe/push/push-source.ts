import { longestAlive, type Push, pushEvery, toQuarterStart } from '../../model/facts/push.ts';
import { usageSlot } from '../../model/facts/usage.ts';
import { type Instant, instant, later, latest, milliseconds } from '../../model/time/time.ts';
import { pushes, type SignalPoint, type SignalSource } from '../signals/signals.ts';
import { usageOf } from './pushed-usage.ts';

/**
 * Returns the source of pushed usage. It reads the pushes that arrived in the window, whatever their slots: an agent
 * resends later what it could not send in time.
 */
export const pushSource = (
  stored: (from: Instant, until: Instant) => Promise<readonly Push[]>,
): SignalSource => ({
  name: pushes,
  read: async ({ from, until }) => {
    // A job's report that its machine will be in use is stored under its end.
    const pushes = await stored(from, later(until, milliseconds(longestAlive + pushEvery)));
    const figures = pushes.filter(
      ({ at, aliveFrom }) => aliveFrom === undefined && toQuarterStart(at) <= until,
    );
    const signals = new Map<string, readonly SignalPoint[]>(usageOf(figures));
    for (const { machine, aliveFrom, at } of pushes)
      if (aliveFrom !== undefined)
        signals.set(machine, [...(signals.get(machine) ?? []), ...inUse(latest(aliveFrom, from), at, until)]);
    return signals;
  },
});

/**
 * Returns the slots in which a job reports its machine as in use, up to the current one.
 */
function inUse(from: Instant, end: Instant, until: Instant): SignalPoint[] {
  const slots: SignalPoint[] = [];
  const first = instant(Math.ceil(from / usageSlot) * usageSlot);
  for (let at = first; at <= end && at < later(until, usageSlot); at = later(at, usageSlot))
    slots.push({ at, cpu: null, alive: true });
  return slots;
}

import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { earlier, type Instant, instant, later, minutes, type Span } from '../../../lib/model/time/time.ts';
import type { Observer } from '../observer.ts';
import type { GpuAgents } from '../world/gpu-agents.ts';

/** How old the newest whole slot may be. */
const fresh: Span = minutes(20);

export type SignalOracle = Observer & {
  /** How many alerts and stops were held against the book. */
  readonly tally: { alerts: number; stops: number };
};

/**
 * Invariant 19: no VM with GPUs is called idle, or stopped, but by figures that it measured itself, that are of now, and
 * that tell every GPU idle in every slot of the window.
 */
export function signalOracle(
  window: Span,
  agents: () => GpuAgents | undefined,
  accuse: (what: string) => void,
): SignalOracle {
  const tally = { alerts: 0, stops: 0 };
  return {
    tally,
    committed(_process, { alerts, observation }, before) {
      if (observation === null) return;
      const known = new Set(
        before?.alerts.map(({ subject, since, phase }) => `${subject} ${since} ${phase === 'resolved'}`),
      );
      for (const { rule, subject, since, phase } of alerts) {
        if (rule !== 'idle GPUs' || phase === 'resolved' || known.has(`${subject} ${since} false`)) continue;
        tally.alerts += 1;
        if (!isIdle(subject, observation.at, window))
          accuse(`${subject} is called idle at ${observation.at}`);
      }
    },
    acted({ action, subject, at }) {
      if (action !== 'stop') return;
      tally.stops += 1;
      if (!isIdle(subject, at, usageSlot)) accuse(`${subject} is stopped at ${at}`);
    },
  };

  /** Whether the book has every GPU idle in all slots of a window that ends lately. */
  function isIdle(subject: string, at: Instant, length: Span): boolean {
    const taken = agents()?.taken(subject) ?? new Map<Instant, readonly number[]>();
    const newest = instant(Math.floor(later(at, minutes(2)) / usageSlot + 1) * usageSlot);
    for (let end = newest; end >= earlier(at, fresh); end = earlier(end, usageSlot))
      if (slotsBack(end, length).every((slot) => isSlotIdle(taken, slot))) return true;
    return false;
  }
}

function slotsBack(end: Instant, length: Span): Instant[] {
  return Array.from({ length: Math.ceil(length / usageSlot) }, (_, index) =>
    instant(end - index * usageSlot),
  );
}

/** Whether all minutes of a slot but one are known, and every GPU idles in those that are. */
function isSlotIdle(taken: ReadonlyMap<Instant, readonly number[]>, end: Instant): boolean {
  const known = Array.from({ length: 5 }, (_, index) => taken.get(earlier(end, minutes(index)))).filter(
    (uses) => uses !== undefined,
  );
  return known.length >= 4 && known.every((uses) => uses.every((use) => use < 5));
}

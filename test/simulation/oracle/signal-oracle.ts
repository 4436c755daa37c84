import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { earlier, type Instant, instant, later, minutes, type Span } from '../../../lib/model/time/time.ts';
import type { Observer } from '../observer.ts';
import type { GpuAgents } from '../world/gpu-agents.ts';

/** The largest age of the newest whole slot. */
const fresh: Span = minutes(20);

export type SignalOracle = Observer & {
  /** The number of alerts and stops compared with the book. */
  readonly tally: { alerts: number; stops: number };
};

/**
 * Checks invariant 19: a VM with GPUs counts as idle, or is stopped, only by its own current measurements, with every
 * GPU idle in every slot of the window.
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

  /** Reports whether the book shows every GPU idle in all slots of a recent window. */
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

/** Reports whether all minutes of a slot but one are known, with every GPU idle in them. */
function isSlotIdle(taken: ReadonlyMap<Instant, readonly number[]>, end: Instant): boolean {
  const known = Array.from({ length: 5 }, (_, index) => taken.get(earlier(end, minutes(index)))).filter(
    (uses) => uses !== undefined,
  );
  return known.length >= 4 && known.every((uses) => uses.every((use) => use < 5));
}

import type { Clock } from '../../jobs/ports.ts';
import { type Instant, later, latest, type Span } from '../../model/time/time.ts';

export type VirtualClock = Clock & {
  advance(span: Span): void;
  /** Sets the time. An instant in the past, as after a tick that overran, changes nothing. */
  set(at: Instant): void;
};

type Sleeper = { readonly wakeAt: Instant; readonly wake: () => void };

/**
 * Makes a clock whose time is set, or passes for sleepers: after a turn of the event loop, the sleeper that is due
 * first wakes, and the time advances to it. Concurrent sleepers wake in order, so sixteen retries of half a second
 * take half a second. Requests in flight are not waited for, so a deadline made of a sleep would pass before any
 * reply.
 */
export function virtualClock(start: Instant): VirtualClock {
  let now = start;
  let pumping = false;
  let sleepers: Sleeper[] = [];

  const moveTo = (at: Instant): void => {
    now = latest(now, at);
    const due = sleepers.filter((sleeper) => sleeper.wakeAt <= now);
    sleepers = sleepers.filter((sleeper) => sleeper.wakeAt > now);
    for (const sleeper of due) sleeper.wake();
  };

  const pump = (): void => {
    const [first] = sleepers;
    pumping = first !== undefined;
    if (first === undefined) return;
    moveTo(first.wakeAt);
    setImmediate(pump);
  };

  return {
    now: () => now,
    sleep: (span) =>
      new Promise((wake) => {
        sleepers.push({ wakeAt: later(now, span), wake });
        sleepers.sort((left, right) => left.wakeAt - right.wakeAt);
        if (pumping) return;
        pumping = true;
        setImmediate(pump);
      }),
    advance: (span) => moveTo(later(now, span)),
    set: moveTo,
  };
}

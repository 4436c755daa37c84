import { assertNever } from '../../model/assert-never.ts';
import { type Instant, later, type Span } from '../../model/time/time.ts';
import type { VirtualClock } from '../virtual-clock.ts';

/** The settings of a stepwise run. */
export type Steps = {
  readonly clock: VirtualClock;
  readonly every: Span;
  /** Steps begin before this; `null` until it is stopped. */
  readonly until: Instant | null;
  readonly signal: AbortSignal;
  /** Waits in real time for the rest of a step. */
  readonly pace: () => Promise<void>;
};

export type Ended = 'finished' | 'interrupted';

/**
 * Runs a step at the time of each poll. Simulated time stops while a step works, so that the same seed gives the same
 * run on slow and fast machines.
 */
export async function takeSteps(
  { clock, every, until, signal, pace }: Steps,
  step: () => Promise<void>,
): Promise<Ended> {
  let next = clock.now();
  while (until === null || next < until) {
    if (signal.aborted) return 'interrupted';
    clock.set(next);
    await step();
    await pace();
    next = later(next, every);
  }
  return 'finished';
}

export const inWords = (ended: Ended): string => {
  switch (ended) {
    case 'finished':
      return 'Scenario finished.';
    case 'interrupted':
      return 'Stopped.';
    default:
      return assertNever(ended);
  }
};

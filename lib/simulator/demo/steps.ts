import { assertNever } from '../../model/assert-never.ts';
import { type Instant, later, type Span } from '../../model/time/time.ts';
import type { VirtualClock } from '../virtual-clock.ts';

/** How time is taken step by step. */
export type Steps = {
  readonly clock: VirtualClock;
  readonly every: Span;
  /** Steps begin before this; `null` for as long as nobody says stop. */
  readonly until: Instant | null;
  readonly signal: AbortSignal;
  /** Waits in real time for as long as a step should take, less what it took. */
  readonly pace: () => Promise<void>;
};

export type Ended = 'finished' | 'interrupted';

/**
 * Runs a step at each poll's time. Virtual time stands still while a step works and moves on when
 * it is done, so that the same seed makes the same day on a slow machine and on a fast one.
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
      return 'The scenario is over.';
    case 'interrupted':
      return 'Stopped.';
    default:
      return assertNever(ended);
  }
};

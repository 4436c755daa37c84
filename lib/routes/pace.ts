import { between, type Instant, later, milliseconds } from '../model/time/time.ts';
import type { RouteClock } from './post.ts';

/** Returns a function that waits until one more request keeps to so many a second. Those that wait together go in turn. */
export function turnsOf(clock: RouteClock, perSecond: number): () => Promise<void> {
  const gap = milliseconds(Math.ceil(1_000 / perSecond));
  let next: Instant | undefined;
  return async () => {
    const now = clock.now();
    const turn = next === undefined || next < now ? now : next;
    next = later(turn, gap);
    if (turn > now) await clock.sleep(between(now, turn));
  };
}

import type { Clock } from '../jobs/ports.ts';
import { type Instant, later, milliseconds } from '../model/time/time.ts';

/** Returns a clock that starts at an instant and runs at a multiple of real time. */
export function pacedClock(real: Clock, start: Instant, speed: number): Pick<Clock, 'now'> {
  const from = real.now();
  return { now: () => later(start, milliseconds(Math.floor((real.now() - from) * speed))) };
}

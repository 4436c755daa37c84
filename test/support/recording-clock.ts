import { type Instant, instant, later, type Span } from '../../lib/model/time/time.ts';

/** Returns a clock that moves only by sleeps, which end at once and are recorded. */
export function recordingClock(start = instant(Date.UTC(2026, 10, 21))) {
  let at: Instant = start;
  const slept: Span[] = [];
  return {
    slept,
    now: () => at,
    sleep: async (span: Span) => {
      slept.push(span);
      at = later(at, span);
    },
  };
}

import { type Instant, instant, later, type Span } from '../../lib/model/time/time.ts';

/** A clock that stands still but for its sleeps, which end at once and are written down. */
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

import type { Clock } from '../../lib/jobs/ports.ts';
import { type Instant, later, type Span } from '../../lib/model/time/time.ts';

/** Returns a clock that is set by hand, and cannot sleep. */
export function setClock(start: Instant): Clock & { set(at: Instant): void; pass(span: Span): void } {
  let now = start;
  return {
    now: () => now,
    sleep: () => Promise.reject(new Error('nobody sleeps here')),
    set: (at) => {
      now = at;
    },
    pass: (span) => {
      now = later(now, span);
    },
  };
}

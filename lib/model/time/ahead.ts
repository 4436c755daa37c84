import { between, type Instant, minutes, type Span } from './time.ts';

/** The largest tolerated difference between clocks. Beyond it, nothing that depends on time is trusted. */
export const tolerableSkew: Span = minutes(10);

/** Whether an instant is so far in the future that a clock was wrong when it was written, or is wrong now. */
export const isAhead = (at: Instant, now: Instant): boolean => between(now, at) > tolerableSkew;

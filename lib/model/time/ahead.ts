import { between, type Instant, minutes, type Span } from './time.ts';

/** How far clocks may differ before nothing that rests on time is believed. */
export const tolerableSkew: Span = minutes(10);

/** Whether an instant lies so far ahead of now that a clock was wrong when it was written, or is now. */
export const isAhead = (at: Instant, now: Instant): boolean => between(now, at) > tolerableSkew;

import { earlier, hours, type Instant, latest, milliseconds } from '../../../model/time/time.ts';

/**
 * Returns the time up to which a figure from `from` includes usage when it is read at `at`. The platform updates once an
 * hour, so spend since the last full hour is not included.
 */
export const reportedUntil = (from: Instant, at: Instant): Instant =>
  latest(from, earlier(at, milliseconds(at % hours(1))));

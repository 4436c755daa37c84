import { earlier, hours, type Instant, latest, milliseconds } from '../../../model/time/time.ts';

/**
 * Up to when a figure that began at `from` can hold usage when it is asked for at `at`. The platform
 * reckons once an hour, so what is spent since the last full hour is in no figure yet.
 */
export const reportedUntil = (from: Instant, at: Instant): Instant =>
  latest(from, earlier(at, milliseconds(at % hours(1))));

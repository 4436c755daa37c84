import { type Span, seconds } from '../../model/time/time.ts';
import { type ClockCheck, ClockError } from './clock-error.ts';
import { CloudError } from './errors.ts';
import type { CloudClient, RequestTerms } from './operation.ts';

/** The time limit of a clock check, so that notifications do not wait for a slow cloud. */
const patience: Span = seconds(5);

/** Checks our clock by the reply to a cheap request, of which only the date matters. */
export async function seeClock(
  cloud: CloudClient,
  ask: (terms: RequestTerms) => Promise<unknown>,
): Promise<ClockCheck> {
  if (cloud.tellsTime === undefined) return 'unknown';
  try {
    await ask({ asker: { patience } });
  } catch (error) {
    if (error instanceof ClockError) return error;
    if (!(error instanceof CloudError) || error.status === null) return 'unknown';
  }
  return cloud.tellsTime() ? 'right' : 'unknown';
}

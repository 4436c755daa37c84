import type { Push } from '../../model/facts/push.ts';
import type { Instant } from '../../model/time/time.ts';
import { pushes, type SignalSource } from '../signals/signals.ts';
import { usageOf } from './pushed-usage.ts';

/**
 * Returns the source of what machines pushed. It reads the pushes that arrived in the window, whatever slots they are of: an
 * agent sends later what it could not send at once.
 */
export const pushSource = (
  stored: (from: Instant, until: Instant) => Promise<readonly Push[]>,
): SignalSource => ({
  name: pushes,
  read: async ({ from, until }) => usageOf(await stored(from, until)),
});

import { setTimeout as sleep } from 'node:timers/promises';
import { instant } from '../model/time/time.ts';
import type { Clock } from './ports.ts';

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => instant(Date.now()),
  sleep: async (span, signal) => {
    await sleep(span, undefined, signal && { signal }).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
    });
  },
};

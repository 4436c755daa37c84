import type { Clock } from '../jobs/ports.ts';
import { type Span, seconds } from '../model/time/time.ts';

/** An end was asked for before the work was done. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** A pass may take this long to finish: enough for its retries, and less than the 90 s that systemd gives before it kills. */
export const finishWithin = seconds(30);

type Ending = { readonly clock: Clock; readonly signal: AbortSignal };

/**
 * Waits for work, and after an end was asked for no longer than `patience`. What is left of it is cut off with the
 * process: every step of the work may be.
 * @throws InterruptedError
 */
export async function untilInterrupted<T>(
  { clock, signal }: Ending,
  patience: Span,
  work: Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const interrupted = new Promise<never>((_, reject) => {
    const cutOff = async () => {
      await clock.sleep(patience, over.signal);
      reject(new InterruptedError('ended before it was done'));
    };
    if (signal.aborted) void cutOff();
    else signal.addEventListener('abort', cutOff, { signal: over.signal });
  });
  try {
    return await Promise.race([work, interrupted]);
  } finally {
    over.abort();
  }
}

import type { Clock } from '../jobs/ports.ts';
import { type Span, seconds } from '../model/time/time.ts';
import type { Process } from './process.ts';

/** Thrown when the user stopped the command before its work was done. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** Time for the current pass to finish: enough for its retries, and less than the 90 s after which systemd kills. */
export const finishWithin = seconds(30);

type Ending = { readonly clock: Clock; readonly signal: AbortSignal };

/**
 * Waits for work, but no longer than `patience` after an interruption. The rest of the work ends with the process,
 * which is safe at every step.
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
      reject(new InterruptedError('interrupted'));
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

/** Runs a command's work until it is done or interrupted. */
export async function attempt(
  self: Pick<Process, 'clock' | 'signal'>,
  exit: (code: number) => void,
  work: () => Promise<number>,
): Promise<void> {
  exit(await untilInterrupted(self, seconds(0), work()));
}

import { seconds } from '../model/time/time.ts';
import type { Process } from './process.ts';

const quietFor = seconds(1);

/** Runs work; on a terminal, shows progress after one second. */
export async function withProgress<T>(
  { clock, stderr }: Pick<Process, 'clock' | 'stderr'>,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  if (stderr.isTTY !== true) return work();
  const over = new AbortController();
  const progress = showProgress();
  try {
    return await work();
  } finally {
    over.abort();
    await progress;
  }

  async function showProgress(): Promise<void> {
    for (let second = 0; ; second += 1) {
      await clock.sleep(quietFor, over.signal);
      if (over.signal.aborted) break;
      stderr.write(`\r${what} ... ${second + 1} s`);
    }
    // Clears the line.
    stderr.write('\r\u001b[K');
  }
}

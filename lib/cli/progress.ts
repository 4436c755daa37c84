import { seconds } from '../model/time/time.ts';
import type { Process } from './process.ts';

const quietFor = seconds(1);

/** Does work; where it takes more than a second, whoever sits at a terminal is told what is being waited for. */
export async function withProgress<T>(
  { clock, stderr }: Pick<Process, 'clock' | 'stderr'>,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  if (stderr.isTTY !== true) return work();
  const over = new AbortController();
  const telling = tell();
  try {
    return await work();
  } finally {
    over.abort();
    await telling;
  }

  async function tell(): Promise<void> {
    for (let second = 0; ; second += 1) {
      await clock.sleep(quietFor, over.signal);
      if (over.signal.aborted) break;
      stderr.write(`\r${what} ... ${second + 1} s`);
    }
    // From the beginning of the line to its end.
    stderr.write('\r\u001b[K');
  }
}

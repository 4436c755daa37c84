import { seconds } from '../model/time/time.ts';
import { untilInterrupted } from './interrupted.ts';
import type { Process } from './process.ts';

/** Exit codes that mean the same in every command on a ledger. */
export const exitCodes = { fine: 0, news: 1, misconfigured: 2, blind: 3 } as const;

/** Runs a command's work until it is done or interrupted. */
export async function attempt(
  self: Pick<Process, 'clock' | 'signal'>,
  exit: (code: number) => void,
  work: () => Promise<number>,
): Promise<void> {
  exit(await untilInterrupted(self, seconds(0), work()));
}

import { LedgerError } from '../record/ledger.ts';
import { isMisconfigured } from './configuration.ts';
import type { Process } from './main.ts';

/** Exit codes that mean the same in every command on a ledger. */
export const exitCodes = { fine: 0, news: 1, misconfigured: 2, blind: 3 } as const;

/** Does a command's work; what is wrong with the settings or the ledger is one sentence and an exit code. */
export async function attempt(
  { stderr }: Pick<Process, 'stderr'>,
  exit: (code: number) => void,
  work: () => Promise<number>,
): Promise<void> {
  try {
    exit(await work());
  } catch (error) {
    if (!isMisconfigured(error) && !(error instanceof LedgerError)) throw error;
    stderr.write(`${error.message}\n`);
    exit(error instanceof LedgerError ? exitCodes.blind : exitCodes.misconfigured);
  }
}

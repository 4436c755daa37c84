import { exitCodes } from './process.ts';

export type Crash = { readonly text: string; readonly code: number };

/**
 * Distinguishes a failing ledger store, whose errors arrive on the event loop, from a bug in the program. Neither exits
 * with 1, which means that messages were sent.
 */
export function crashOf(error: unknown): Crash {
  if (!(error instanceof Error)) return { text: String(error), code: exitCodes.crashed };
  const because = storeFault(error);
  if (because === null) return { text: error.stack ?? error.message, code: exitCodes.crashed };
  const rest = 'Committed data is kept: the next start continues from it, or names the damaged file.';
  return { text: `the ledger cannot be used: ${because}\n${rest}`, code: exitCodes.unledgered };
}

/** Returns the fault that LevelDB reports; the server in front of it reports only that it is closed. */
function storeFault(error: Error): string | null {
  const isLevel = 'code' in error && typeof error.code === 'string' && error.code.startsWith('LEVEL_');
  if (isLevel || /^(?:IO error|Corruption): /.test(error.message)) return error.message;
  return error.message === 'Database is closed' ? 'its database could not be kept open' : null;
}

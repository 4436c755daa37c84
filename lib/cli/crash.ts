import { exitCodes } from './process.ts';

/** What a process says of an error that nobody caught, and what it exits with. */
export type Crash = { readonly text: string; readonly code: number };

/**
 * Tells a failing store of the ledger, whose errors come out of the event loop, from a fault of the program. Neither
 * exits with 1, which says that something was said.
 */
export function crashOf(error: unknown): Crash {
  if (!(error instanceof Error)) return { text: String(error), code: exitCodes.crashed };
  const because = storeFault(error);
  if (because === null) return { text: error.stack ?? error.message, code: exitCodes.crashed };
  const rest = 'What was committed before is kept; the next start goes on from there.';
  return { text: `the ledger cannot be used: ${because}\n${rest}`, code: exitCodes.unledgered };
}

/** What LevelDB says of itself; the server in front of it passes on only that it is closed. */
function storeFault(error: Error): string | null {
  const isLevel = 'code' in error && typeof error.code === 'string' && error.code.startsWith('LEVEL_');
  if (isLevel || /^(?:IO error|Corruption): /.test(error.message)) return error.message;
  return error.message === 'Database is closed' ? 'its database could not be kept open' : null;
}

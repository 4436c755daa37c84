import type { Environment } from '../config/settings/environment.ts';
import type { Clock } from '../jobs/ports.ts';
import type { Terminal } from '../service/terminal.ts';
import type { Input } from './prompt.ts';

/** What the command line needs of the process it runs in. */
export type Process = {
  readonly arguments: readonly string[];
  readonly environment: Environment;
  readonly clock: Clock;
  /** Where questions are answered; without it none can be asked. */
  readonly stdin?: Input;
  readonly stdout: Terminal;
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  /** Aborted when the user wants an end. */
  readonly signal: AbortSignal;
};

/** Exit codes that any command may end with. */
export const exitCodes = {
  misconfigured: 2,
  /** The ledger cannot be used. */
  unledgered: 4,
  /** A fault of the program itself; sysexits.h. */
  crashed: 70,
  /** What shells show of a program that was ended with Ctrl-C. */
  interrupted: 130,
} as const;

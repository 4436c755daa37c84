import type { Environment } from '../config/settings/environment.ts';
import type { Clock } from '../jobs/ports.ts';
import type { Terminal } from '../service/terminal.ts';
import type { Input } from './prompt.ts';

/** The process that the command line runs in. */
export type Process = {
  readonly arguments: readonly string[];
  readonly environment: Environment;
  readonly clock: Clock;
  /** The input for prompts; without it there are none. */
  readonly stdin?: Input;
  readonly stdout: Terminal;
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
};

/** Exit codes of every command. */
export const exitCodes = {
  misconfigured: 2,
  /** The ledger cannot be used. */
  unledgered: 4,
  /** A bug of the program; EX_SOFTWARE of sysexits.h. */
  crashed: 70,
  /** The code that shells use for Ctrl-C. */
  interrupted: 130,
} as const;

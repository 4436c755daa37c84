import type { Command } from 'commander';
import type { ConnectionSettings } from '../config/settings/connections.ts';
import type { Environment } from '../config/settings/environment.ts';
import type { Clock } from '../jobs/ports.ts';
import type { Terminal } from '../service/terminal.ts';
import type { Input } from './prompt.ts';

/** The process that the command line runs in. */
export type Process = {
  readonly arguments: readonly string[];
  readonly environment: Environment;
  /** The connections that the settings file lists, if there is one that does. */
  readonly connections?: readonly ConnectionSettings[];
  /** Returns the place of a variable that the settings file has set. */
  readonly placeOf?: (variable: string) => string | undefined;
  /** Returns the user of the system, whom the environment may not name; it throws for a user without a name. */
  readonly systemUser?: () => string;
  readonly clock: Clock;
  /** The input for prompts; without it there are none. */
  readonly stdin?: Input;
  /** The output for people, in which commands are written as they run here. */
  readonly stdout: Terminal;
  /** The output for other programs, which is written as it is; by default the same stream. */
  readonly data?: Terminal;
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
  /** The words that start this program again; by default its name. */
  readonly command?: string;
};

/** Returns the output for other programs. */
export const dataOutput = ({ data, stdout }: Pick<Process, 'data' | 'stdout'>): Terminal => data ?? stdout;

/** Adds commands to the program. The exit code of the one that runs is given to `exit`. */
export type AddCommand = (program: Command, self: Process, exit: (code: number) => void) => void;

/** Exit codes that mean the same in every command. */
export const exitCodes = {
  fine: 0,
  news: 1,
  misconfigured: 2,
  blind: 3,
  /** The ledger cannot be used. */
  unledgered: 4,
  /** A bug in the program; EX_SOFTWARE of sysexits.h. */
  crashed: 70,
  /** The code that shells use for Ctrl-C. */
  interrupted: 130,
} as const;

import { basename, delimiter, dirname, isAbsolute, relative } from 'node:path';
import type { Environment } from '../config/settings/environment.ts';
import { shellWord } from '../notify/parts/commands.ts';
import { programName, runnable } from '../notify/parts/runnable.ts';
import type { Process } from './process.ts';

/**
 * The words that start spendwatch in a checkout, or beside an installed package. Plain npx asks the registry of npm where
 * it finds no program of that name here, and would run whatever a stranger publishes under it.
 */
const npx = 'npx --no-install spendwatch';

type Started = {
  /** The script that Node runs, as it was named, and the folder that it is in without links. */
  readonly script: string;
  readonly source: string;
  readonly environment: Environment;
  /** The folder that it was started in. */
  readonly folder: string;
};

/** Returns the words that start spendwatch again, from how it was started. */
export function ownCommand({ script, source, environment, folder }: Started): string {
  // What npm starts has paths of npm. In its cache is what was fetched for once, such as a tarball.
  const isOfNpm = environment['npm_command'] !== undefined;
  if (isOfNpm && !/[\\/]_npx[\\/]/.test(source)) return npx;
  const isOnPath = (environment['PATH'] ?? '').split(delimiter).includes(dirname(script));
  if (basename(script) === programName && isOnPath && !isOfNpm) return programName;
  const path = relative(folder, script.replace(/\.ts$/, '.mjs'));
  return `node ${shellWord(path.startsWith('..') || isAbsolute(path) ? script : path)}`;
}

/** Returns the words that start spendwatch again where a person reads what this process prints. */
export const commandOf = ({ command = programName }: Pick<Process, 'command'>): string => command;

/** Returns a stream on another, to which commands are written as they run here. */
export const withRunnable = <Stream extends Writes>(stream: Stream, self: Pick<Process, 'command'>): Stream =>
  new Proxy(stream, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'write') return value.bind(target);
      return (text: unknown, ...rest: unknown[]) =>
        value.call(target, typeof text === 'string' ? runnable(text, commandOf(self)) : text, ...rest);
    },
  });

type Writes = { write(text: string): unknown };

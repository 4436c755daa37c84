import { readFile, stat } from 'node:fs/promises';
import { shownName } from '../config/settings/may-be-key.ts';
import { wrongSetting } from '../config/settings/settings-error.ts';
import { readSettingsFile } from '../config/settings/settings-file.ts';
import type { Process } from './process.ts';

/** The file of settings in the current folder, which is read where the environment names no other. */
const defaultFile = 'settings.yaml';

/** Returns the parts of the process that the settings file changes; empty if there is no file. The environment takes precedence. */
export async function withSettingsFile(self: Process): Promise<Partial<Process>> {
  const { SPENDWATCH_SETTINGS: named } = self.environment;
  const file = named || defaultFile;
  const text = await textOf(file, Boolean(named));
  if (text === null) return {};
  const { environment, connections, placeOf } = readSettingsFile(text, file, self.environment);
  const set = Object.fromEntries(Object.entries(self.environment).filter(([, value]) => value));
  return {
    environment: { ...environment, ...set },
    connections,
    placeOf: (variable) => (set[variable] === undefined ? placeOf(variable) : undefined),
  };
}

async function textOf(file: string, isNamed: boolean): Promise<string | null> {
  const refuse = (message: string, cause?: unknown) =>
    wrongSetting('SPENDWATCH_SETTINGS', message, { cause });
  try {
    const { mode } = await stat(file);
    // Whoever changes the file decides where keys are sent. Windows has no such permissions; Node invents some.
    if (process.platform !== 'win32' && (mode & 0o002) !== 0)
      throw refuse(
        `is a file that every user can change: ${shownName(file)}; run chmod o-w ${shownName(file)}`,
      );
    return await readFile(file, 'utf8');
  } catch (cause) {
    const isAbsent = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    if (isAbsent && !isNamed) return null;
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    throw refuse(
      `names a file that cannot be read: ${shownName(file)} (docs/connections.md shows one)`,
      cause,
    );
  }
}

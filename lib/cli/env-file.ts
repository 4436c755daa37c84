import { readFile, stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { Environment } from '../config/settings/environment.ts';
import { shownName } from '../config/settings/may-be-key.ts';
import { SettingsError, wrongSetting } from '../config/settings/settings-error.ts';
import type { Process } from './process.ts';

/** The file of variables in the current folder, which `init` writes. */
export const envFile = '.env';

/** The names of the viewer's key and of the editor's. */
const keys = [/^SPENDWATCH_(API_KEY|KEY_PARAMETER)/, /^SPENDWATCH_ACT_KEY/] as const;
/** The names of secrets, each with the variables that name its destination. */
const sent = [
  { secrets: keys, places: ['SPENDWATCH_CLOUD', 'SPENDWATCH_CLOUD_URL'] },
  { secrets: [/^SPENDWATCH_PROMETHEUS_(TOKEN|PASSWORD)$/], places: ['SPENDWATCH_PROMETHEUS_URL'] },
  { secrets: [/^SPENDWATCH_(TOKEN|PUSH_SECRET)$/], places: ['SPENDWATCH_PUSH_URL'] },
] as const;

/**
 * Returns the process with the settings of its `.env`, if there is one; the environment and options take precedence.
 * Other variables of the file are not read. @throws SettingsError
 */
export async function withEnvFile(
  { environment }: Pick<Process, 'environment'>,
  options: Environment = {},
  file: string = envFile,
): Promise<Pick<Process, 'environment'>> {
  const { text, isShared } = await contentOf(file);
  const ours = ([name, value]: readonly [string, string | undefined]) =>
    name.startsWith('SPENDWATCH_') && Boolean(value);
  const read = Object.fromEntries(Object.entries(parseEnv(text)).filter(ours));
  if (isShared && Object.keys(read).length > 0)
    throw wrongSetting(
      shownName(file),
      `is accessible to other users, and may hold keys: run chmod 600 ${shownName(file)}`,
    );
  const set = Object.fromEntries(Object.entries(environment).filter(ours));
  const before = { ...set, ...options };
  const isGiven = (names: RegExp) =>
    Object.entries(before).some(([name, value]) => value && names.test(name));
  // A file of a folder that somebody else made must not decide where a secret is sent that it does not hold.
  const elsewhere = sent
    .filter(({ secrets }) => secrets.some(isGiven))
    .flatMap(({ places }) => places.filter((name) => read[name] && !before[name]));
  const message = `is set in ${shownName(file)}, and the key elsewhere: set both in one place`;
  if (elsewhere.length > 0) throw new SettingsError(elsewhere.map((variable) => ({ variable, message })));
  const keyNames = keys.filter(isGiven);
  const others = Object.entries(read).filter(([name]) => !keyNames.some((names) => names.test(name)));
  return { environment: { ...environment, ...Object.fromEntries(others), ...set } };
}

/** Returns the text of a file, empty where there is none, and whether other users may read or change it. */
async function contentOf(file: string): Promise<{ readonly text: string; readonly isShared: boolean }> {
  try {
    const entry = await stat(file);
    // Windows has no such permissions; Node invents some.
    const isShared = process.platform !== 'win32' && (entry.mode & 0o077) !== 0;
    // Some tools keep an environment in a folder of this name.
    return { text: entry.isDirectory() ? '' : await readFile(file, 'utf8'), isShared };
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    if (cause.code === 'ENOENT') return { text: '', isShared: false };
    throw wrongSetting(shownName(file), 'cannot be read', { cause });
  }
}

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
/** What is sent where: the names of secrets, and the variables that say where they go. */
const sent = [
  { secrets: keys, places: ['SPENDWATCH_CLOUD', 'SPENDWATCH_CLOUD_URL'] },
  { secrets: [/^SPENDWATCH_PROMETHEUS_(TOKEN|PASSWORD)$/], places: ['SPENDWATCH_PROMETHEUS_URL'] },
  { secrets: [/^SPENDWATCH_(TOKEN|PUSH_SECRET)$/], places: ['SPENDWATCH_PUSH_URL'] },
] as const;

/**
 * Returns the process with the settings of its `.env`, if there is one; what the environment sets goes before them, and
 * so does what options set. Other variables of the file are not read. @throws SettingsError
 */
export async function withEnvFile(
  { environment }: Pick<Process, 'environment'>,
  options: Environment = {},
  file: string = envFile,
): Promise<Pick<Process, 'environment'>> {
  const text = await textOf(file);
  if (text === null) return { environment };
  const ours = ([name, value]: readonly [string, string | undefined]) =>
    name.startsWith('SPENDWATCH_') && Boolean(value);
  const read = Object.fromEntries(Object.entries(parseEnv(text)).filter(ours));
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
  const given = keys.filter(isGiven);
  const others = Object.entries(read).filter(([name]) => !given.some((names) => names.test(name)));
  return { environment: { ...environment, ...Object.fromEntries(others), ...set } };
}

async function textOf(file: string): Promise<string | null> {
  try {
    const { mode } = await stat(file);
    const shown = shownName(file);
    // Windows has no such permissions; Node invents some.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw wrongSetting(shown, `is accessible to other users, and may hold keys: run chmod 600 ${shown}`);
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof SettingsError) throw cause;
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    if (cause.code === 'ENOENT') return null;
    throw wrongSetting(shownName(file), 'cannot be read', { cause });
  }
}

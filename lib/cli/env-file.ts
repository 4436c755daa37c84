import { stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { Environment } from '../config/settings/environment.ts';
import { shownName } from '../config/settings/may-be-key.ts';
import { SettingsError, wrongSetting } from '../config/settings/settings-error.ts';
import type { Process } from './process.ts';
import { readTrustedFile } from './trusted-file.ts';

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
 * Other variables of the file are not read. @throws SettingsError @throws InterruptedError
 */
export async function withEnvFile(
  self: Pick<Process, 'environment' | 'clock' | 'signal'>,
  options: Environment = {},
  file: string = envFile,
): Promise<Pick<Process, 'environment'>> {
  const { environment } = self;
  // Some tools keep an environment in a folder of this name.
  const isFolder = (await stat(file).catch(() => null))?.isDirectory() ?? false;
  const found = isFolder ? null : await readTrustedFile(self, { file, isNamed: false });
  const { text, doubt } = found ?? { text: '', doubt: null };
  // Windows has no such permissions; Node invents some.
  const isShared = process.platform !== 'win32' && ((found?.stats.mode ?? 0) & 0o077) !== 0;
  const ours = ([name, value]: readonly [string, string | undefined]) =>
    name.startsWith('SPENDWATCH_') && Boolean(value);
  const read = Object.fromEntries(Object.entries(parseEnv(text)).filter(ours));
  if (doubt !== null && Object.keys(read).length > 0) throw wrongSetting(shownName(file), doubt);
  if (isShared && Object.keys(read).length > 0)
    throw wrongSetting(
      shownName(file),
      `is accessible to other users, and may hold keys: run chmod 600 ${shownName(file)}`,
    );
  const set = Object.fromEntries(Object.entries(environment).filter(ours));
  const before = { ...set, ...options };
  const elsewhere = placesOfOthers(read, before);
  const message = `is set in ${shownName(file)}, and the key elsewhere: set both in one place`;
  if (elsewhere.length > 0) throw new SettingsError(elsewhere.map((variable) => ({ variable, message })));
  const keyNames = keys.filter((names) => isGiven(names, before));
  const others = Object.entries(read).filter(([name]) => !keyNames.some((names) => names.test(name)));
  return { environment: { ...environment, ...Object.fromEntries(others), ...set } };
}

/**
 * Returns the variables of a file that say where a secret is sent that the file does not hold. A file of a folder that
 * somebody else made must not decide that.
 */
export const placesOfOthers = (read: Environment, given: Environment): readonly string[] =>
  sent
    .filter(({ secrets }) => secrets.some((names) => isGiven(names, given)))
    .flatMap(({ places }) => places.filter((name) => read[name] && !given[name]));

const isGiven = (names: RegExp, given: Environment): boolean =>
  Object.entries(given).some(([name, value]) => value && names.test(name));

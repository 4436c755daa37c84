import type { Environment } from '../config/settings/environment.ts';
import { readSettings, type Settings } from '../config/settings/settings.ts';
import type { KeyReaders } from '../jobs/api-key.ts';
import { keyFiles } from '../service/key-file.ts';
import { hasKey } from './init/answers.ts';
import type { Process } from './process.ts';
import { openPrompt } from './prompt.ts';

export type LocalSettings = { readonly settings: Settings; readonly keyReaders: KeyReaders };

/**
 * Reads the settings for one machine. On a terminal, prompts for an API key that is not set.
 * @throws SettingsError @throws NoAnswerError
 */
export async function localSettings(self: Process): Promise<LocalSettings> {
  const { environment, stdin, stderr, signal } = self;
  const given = { SPENDWATCH_TABLE: 'spendwatch', ...environment };
  const keyReaders = keyFiles(environment['CREDENTIALS_DIRECTORY']);
  if (stdin?.isTTY !== true || hasKey(environment)) return { settings: readSettings(given), keyReaders };
  // Other mistakes are reported before the user is asked for a key.
  readSettings({ ...given, SPENDWATCH_API_KEY: 'to-be-asked-for' });
  const prompt = openPrompt(stdin, stderr, signal);
  try {
    const key = await prompt.askHidden('API key (not shown): ');
    return { settings: readSettings({ ...given, SPENDWATCH_API_KEY: key }), keyReaders };
  } finally {
    prompt.close();
  }
}

/** Placeholders for the address and the API key, which commands that do not call the cloud do not need. */
const unasked = {
  SPENDWATCH_CLOUD_URL: 'https://cloud.invalid',
  SPENDWATCH_API_KEY: 'no-key-is-needed',
  SPENDWATCH_API_KEY_FILE: '',
  SPENDWATCH_KEY_PARAMETER: '',
};

/** Reads the settings of a command that does not call the cloud. @throws SettingsError */
export const settingsToRead = (environment: Environment): Settings =>
  readSettings({ SPENDWATCH_TABLE: 'spendwatch', ...environment, ...unasked });

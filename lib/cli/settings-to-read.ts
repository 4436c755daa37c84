import type { Environment } from '../config/settings/environment.ts';
import { readSettings, type Settings } from '../config/settings/settings.ts';

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

import type { Environment } from '../config/settings/environment.ts';
import { readSettings, type Settings } from '../config/settings/settings.ts';

/** Where nothing is asked of the cloud, its address and key need not be there. */
const unasked = {
  SPENDWATCH_CLOUD_URL: 'https://cloud.invalid',
  SPENDWATCH_API_KEY: 'no-key-is-needed',
  SPENDWATCH_API_KEY_FILE: '',
  SPENDWATCH_KEY_PARAMETER: '',
};

/** The settings of a command that only reads a ledger on this machine. @throws SettingsError */
export const settingsToRead = (environment: Environment): Settings =>
  readSettings({ SPENDWATCH_TABLE: 'spendwatch', ...environment, ...unasked });

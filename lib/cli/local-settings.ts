import type { Environment } from '../config/settings/environment.ts';
import {
  type ConnectedSettings,
  readConnectedSettings,
  readSettings,
  type Settings,
} from '../config/settings/settings.ts';
import type { KeyReaders } from '../jobs/api-key.ts';
import { keyFiles } from '../service/key-file.ts';
import { hasKey, keyQuestion } from './init/prompts.ts';
import type { Process } from './process.ts';
import { openPrompt } from './prompt.ts';

export type LocalSettings = { readonly settings: ConnectedSettings; readonly keyReaders: KeyReaders };

/** The name of the table in the ledger of one machine. */
const localTable = { SPENDWATCH_TABLE: 'spendwatch' };

/**
 * Reads the settings for one machine. On a terminal, prompts for the API key of the unnamed connection if it is not set.
 * @throws SettingsError @throws NoAnswerError
 */
export async function localSettings(self: Process): Promise<LocalSettings> {
  const { environment, connections = [], stdin, stderr, signal } = self;
  const settings = { ...localTable, ...environment };
  const keyReaders = keyFiles(environment['CREDENTIALS_DIRECTORY']);
  if (stdin?.isTTY !== true || connections.length > 0 || hasKey(environment))
    return { settings: readConnectedSettings(settings, connections), keyReaders };
  // Other mistakes are reported before the user is asked for a key.
  const { connections: ours } = readConnectedSettings({ ...settings, SPENDWATCH_API_KEY: 'to-be-asked-for' });
  const prompt = openPrompt(stdin, stderr, signal);
  try {
    const key = await prompt.askHidden(keyQuestion(ours[0]?.address));
    return { settings: readConnectedSettings({ ...settings, SPENDWATCH_API_KEY: key }), keyReaders };
  } finally {
    prompt.close();
  }
}

/** Reads the settings of a command that does not call a cloud. @throws SettingsError */
export const settingsToRead = (environment: Environment): Settings =>
  readSettings({ ...localTable, ...environment });

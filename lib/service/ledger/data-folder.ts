import { access, constants, mkdir } from 'node:fs/promises';
import { SettingsError } from '../../config/settings/settings-error.ts';

/** Creates the folder of the ledger, for its owner only. @throws SettingsError when it cannot be used. */
export async function makeDataFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const message = `must be a folder that this user can create and write to: ${path}`;
    throw new SettingsError([{ variable: '--data', message }], { cause });
  }
}
